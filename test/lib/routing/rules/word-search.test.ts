import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordSearch } from '#lib/routing/rules/word-search.ts'

const search = () => wordSearch<{ text: string }>(({ text }) => text)

test('finds what lies in a word, across it and at both ends', () => {
  const words = search()
  const asked = ['he', 'she', 'hers', 'his', 'x'].map((word) => words.anyOf([word]))
  const found = (text: string) => asked.map((holds) => holds({ text }))
  expect(found('ushers')).toEqual([true, true, true, false, false])
  expect(found('this')).toEqual([false, false, false, true, false])
  expect(found('')).toEqual([false, false, false, false, false])
})

test('finds in any text exactly the words that are in it, whatever other words are asked for', () => {
  // Few letters, so that words begin in each other's ends; and some whose small form has another length.
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', 'e\u0301', 'İ', '👍', ' '), maxLength: 12 })
  const word = letters.filter((text) => text !== '')
  const fold = (text: string) => text.normalize('NFC').toLowerCase()
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), letters, (rules, text) => {
      const words = search()
      const asked = rules.map((any) => words.anyOf(any))
      const message = { text }
      const found = asked.map((holds) => holds(message))
      expect(found).toEqual(rules.map((any) => any.some((each) => fold(text).includes(fold(each)))))
      // Words that come later are looked for in texts that come later.
      expect(words.anyOf(['zz'])({ text: `${text}zz` })).toBe(true)
    }),
  )
})
