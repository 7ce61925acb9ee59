import { describe, expect, test } from 'vitest'
import { countWords, readableText, wordsPattern } from '#lib/canonical/find-words.ts'

function count(words: string, ...texts: string[]): number {
  const pattern = wordsPattern(words)
  return pattern ? countWords(readableText(texts, words), pattern) : 0
}

describe('words in a text', () => {
  test.each([
    ['The Plan', 'the plan of THE  PLAN', 2],
    ['über', 'ÜBER alles', 1],
    ['bold words', 'some **bold** words', 1],
    ['a `b` c', 'a `b` c, and a b c', 1],
    ['a.b', 'axb a.b', 1],
    ['[x](y)', 'a [x](y)', 1],
    ['c:\\temp-1', 'in C:\\TEMP-1', 1],
    ['two\nlines', 'two lines', 1],
    ['', 'anything', 0],
    ['   ', 'any thing', 0],
  ])('%j stands in %j %i times', (words, text, times) => {
    expect(count(words, text)).toBe(times)
  })

  test('do not go on from one block to the next without a space', () => {
    expect(count('onetwo', 'one', 'two')).toBe(0)
    expect(count('one two', 'one', 'two')).toBe(1)
  })
})
