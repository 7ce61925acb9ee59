import { expect, test } from 'vitest'
import { tokenCount } from '#lib/adapters/answer/token-count.ts'

test.each([
  [0, 0],
  [7.9, 7],
  [1e12, 1e12],
  [-1, undefined],
  [2 ** 53 + 2, undefined],
  [1e300, undefined],
  [Number.NaN, undefined],
  ['7', undefined],
  [null, undefined],
  [undefined, undefined],
])('a host that counts %s tokens is taken to have counted %s', (value, count) => {
  expect(tokenCount(value)).toBe(count)
})
