import { expect, test } from 'vitest'
import { wordsOf } from '#lib/search/word.ts'

test('a word without end is read to its end, also beside one that is not Latin', () => {
  const text = `→ first ${'x'.repeat(9_000_000)}`
  const words = [...wordsOf(text)]
  expect(words.slice(0, 2).map(({ word }) => word)).toEqual(['first', 'x'.repeat(64)])
  expect(words.at(-1)?.end).toBe(text.length)
})

test('a character that stands for several words, or for more than a word, is those words', () => {
  const text = 'the prophet ﷺ, rule ⑴'
  const words = [...wordsOf(text)]
  expect(words.map(({ word }) => word)).toEqual(['the', 'prophet', 'صلى', 'الله', 'عليه', 'وسلم', 'rule', '1'])
  expect(words.slice(2, 6).map(({ start, end }) => text.slice(start, end))).toEqual(['ﷺ', 'ﷺ', 'ﷺ', 'ﷺ'])
})
