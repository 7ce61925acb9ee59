import { expect, test } from 'vitest'
import { REASONING_EFFORTS } from '#lib/canonical/effort-order.ts'
import { effortsOf, wordFor } from '#lib/canonical/reasoning-effort.ts'

test.each([
  [
    ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    ['none', 'low', 'low', 'medium', 'high', 'max'],
  ],
  [
    ['none', 'low', 'medium', 'high', 'xhigh'],
    ['none', 'low', 'low', 'medium', 'high', 'xhigh'],
  ],
  [
    ['low', 'high', 'max'],
    ['low', 'low', 'low', 'high', 'high', 'max'],
  ],
  [
    ['none', 'high'],
    ['none', 'high', 'high', 'high', 'high', 'high'],
  ],
  [
    ['none', 'default'],
    ['none', 'default', 'default', 'default', 'default', 'default'],
  ],
])('of a model that knows %j, the efforts are asked for as %j', (words, expected) => {
  expect(REASONING_EFFORTS.map((effort) => wordFor(effort, words))).toEqual(expected)
})

test('the order of a model’s words says nothing, and a word of its own is never guessed at', () => {
  expect(wordFor('medium', ['high', 'low'])).toBe('high')
  expect(wordFor('high', ['turbo'])).toBeNull()
  expect(wordFor('high', [])).toBeNull()
})

test('a model offers each effort that it tells from the others, and none where it knows none', () => {
  expect(effortsOf(['none', 'low', 'medium', 'high', 'xhigh', 'max'])).toEqual(['none', 'low', 'medium', 'high', 'max'])
  expect(effortsOf(['low', 'xhigh'])).toEqual(['low', 'max'])
  expect(effortsOf(['none', 'default'])).toEqual(['none', 'medium'])
  expect(effortsOf([])).toEqual([])
})
