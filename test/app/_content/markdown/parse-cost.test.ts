import { expect, test } from 'vitest'
import { isTooDear } from '#app/_content/markdown/parse-cost.ts'

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n')

test('a list is parsed as deep as people nest them, and one that goes on and on is not', () => {
  expect([6, 20, 40].map((depth) => isTooDear(nested(depth)))).toEqual([false, false, false])
  expect([41, 100].map((depth) => isTooDear(nested(depth)))).toEqual([true, true])
})

test('marks behind one another count as lists that are indented do, and together with them', () => {
  expect(isTooDear(`${'- '.repeat(40)}x`)).toBe(false)
  expect(isTooDear(`${'- '.repeat(41)}x`)).toBe(true)
  expect(isTooDear(`- a\n  - b\n${' '.repeat(4)}${'> '.repeat(39)}x`)).toBe(true)
})

test('a long list that goes in and out again is no deep one', () => {
  expect(isTooDear(`${nested(5)}\n`.repeat(20))).toBe(false)
})
