import { expect, test } from 'vitest'
import { costDifference, countWords, measured } from '#app/_chat/compare/measured.ts'
import { message, total } from '../frame-builder.ts'

test.each([
  ['0.02616', '0.01005', '0.016110000000', true],
  ['0.01005', '0.02616', '0.016110000000', false],
  ['1', '0.999999999999', '0.000000000001', true],
  ['0', '0', '0.000000000000', false],
  ['12.5', '2', '10.500000000000', true],
])('from %s to %s it is %s', (from, to, usd, isLess) => {
  expect(costDifference(from, to)).toEqual({ usd, isLess })
})

test('words are those of the language, also of one that has no spaces', () => {
  expect(countWords('Two words, and more.')).toBe(4)
  expect(countWords('')).toBe(0)
  expect(countWords('我喜欢书')).toBeGreaterThan(1)
})

test('what took something unknown has no price to compare', () => {
  const answers = [message('M2', 'assistant', 'Two words')]
  expect(measured({ answers, total: total({ cost_usd: '1', unpriced_calls: 1 }) })).toEqual({
    read: 12,
    wrote: 34,
    words: 2,
    ms: 1_500,
    cost_usd: null,
    estimated: false,
  })
  expect(measured({ answers, total: null })).toMatchObject({ read: null, wrote: null, ms: null, cost_usd: null })
})
