import { expect, test } from 'vitest'
import { percentilesOf } from '#lib/usage/latency-step.ts'

test('none of nothing', () => expect(percentilesOf(new Map())).toBeNull())

test('the ranks of what was counted, in the middle of their steps', () => {
  // 98 calls of 10 ms, one of 32 or 33, one of 2,048 to 2,175.
  const counts = new Map([
    [10, 98],
    [32, 1],
    [32 + 16 * 6, 1],
  ])
  expect(percentilesOf(counts)).toEqual({ p50: 10, p95: 10, p99: 33 })
  expect(percentilesOf(new Map([[32 + 16 * 6, 1]]))).toEqual({ p50: 2_112, p95: 2_112, p99: 2_112 })
})
