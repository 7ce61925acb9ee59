import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexedText, wordsOf } from '#lib/search/word.ts'

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

const ascii = fc.string({ unit: fc.constantFrom(...'aAbBzZ019_ '), maxLength: 60 })
const mostlyPlain = fc.oneof(ascii, fc.stringMatching(/^[A-Z]?[a-z]{0,70}$/), fc.stringMatching(/^\d{0,70}$/))

test('a plain word, which is not looked at more closely, is what it would be if it were', () => {
  const ACUTE = '\u0301'
  fc.assert(
    fc.property(mostlyPlain, (text) => {
      // With an accent, which is not indexed, no word is plain.
      const accented = text.replace(/[A-Za-z0-9]+/g, (run) => run + ACUTE)
      expect(indexedText(text)).toEqual(indexedText(accented))
    }),
    { numRuns: 1_000, examples: [64, 65].flatMap((n) => ['x', '1'].map((c): [string] => [c.repeat(n)])) },
  )
})
