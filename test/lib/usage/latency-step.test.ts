import { expect, test } from 'vitest'
import { percentilesOf } from '#lib/usage/latency-step.ts'

test('none of nothing', () => expect(percentilesOf(new Map())).toBeNull())

test('the ranks of what was counted, in the middle of their steps', () => {
  // 98 calls of 10 ms, one of 64 or 65, one of 2,048 to 2,111.
  const counts = new Map([
    [10, 98],
    [64, 1],
    [64 + 32 * 5, 1],
  ])
  expect(percentilesOf(counts)).toEqual({ p50: 10, p95: 10, p99: 65 })
  expect(percentilesOf(new Map([[64 + 32 * 5, 1]]))).toEqual({ p50: 2_080, p95: 2_080, p99: 2_080 })
})
