import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { REAL_TIMING, retryDelay } from '#lib/adapters/exchange/retry.ts'
import { retryAfter } from '#lib/canonical/retry-after.ts'

const NOW = Date.parse('2026-05-08T12:00:00Z')

describe('wire-rule 111: the wait before a retry', () => {
  test.each([
    [1, null, 0, 1_000],
    [1, null, 0.999, 1_499.5],
    [2, null, 0, 2_000],
    [3, null, 0.5, 5_000],
    [12, null, 0, 60_000],
    [1, 7, 0.9, 7_000],
    [1, 3_600, 0, 60_000],
    [1, 0, 0.5, 0],
  ])('after attempt %s with hint %s and jitter %s is %s ms', (attempt, hint, jitter, delay) => {
    expect(retryDelay(attempt, hint, () => jitter)).toBe(delay)
  })

  test.each<[Record<string, string>, number | null]>([
    [{ 'retry-after': '3' }, 3],
    [{ 'retry-after': '0.5' }, 0.5],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 0.25],
    [{ 'retry-after': 'Fri, 08 May 2026 12:00:10 GMT' }, 10],
    [{ 'retry-after': 'Fri, 08 May 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('%j asks for %s s', (headers, seconds) => {
    expect(retryAfter(new Headers(headers), NOW)).toBe(seconds)
  })

  test('ends at once when the request is aborted, and leaves no listener behind', async () => {
    const controller = new AbortController()
    const waiting = REAL_TIMING.sleep(60_000, controller.signal)
    controller.abort()
    await waiting
    await REAL_TIMING.sleep(60_000, controller.signal)
    await REAL_TIMING.sleep(1, new AbortController().signal)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })
})
