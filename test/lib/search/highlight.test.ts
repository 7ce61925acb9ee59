import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatches, snippetOf } from '#lib/search/highlight.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { indexedText } from '#lib/search/word.ts'

function marked(text: string, search: string): string[] {
  return findMatches(text, parseSearch(search).terms).map(({ start, end }) => text.slice(start, end))
}

test('words are folded, dense scripts come in pairs, and parts of identifiers beside them', () => {
  expect(indexedText('Crème brûlée, getUserById! 搜索引擎 한국어 i18n')).toEqual({
    body: 'creme brulee getuserbyid 搜索 索引 引擎 한국 국어 i18n',
    parts: 'userbyid byid id 擎 어 18n n',
  })
})

test('what was found is marked as it stands in the text', () => {
  expect(marked('Crème brûlée and creme', 'creme ')).toEqual(['Crème', 'creme'])
  expect(marked('to be or not to be', '"to be"')).toEqual(['to be', 'to be'])
  expect(marked('getUserById and userName', 'user')).toEqual(['getUserById', 'userName'])
  expect(marked('我们的搜索引擎', '搜索引擎')).toEqual(['搜索引擎'])
  expect(marked('nothing here', 'absent')).toEqual([])
})

test('a snippet shows the first thing found, on one line and without marks of Markdown', () => {
  const text = `# A heading\n\n${'long '.repeat(80)}**the needle**\n\n${'tail '.repeat(80)}`
  const { text: snippet, matches } = snippetOf(text, parseSearch('needle').terms)
  expect(snippet).toMatch(/^… (long )+the needle (tail )+…$/)
  expect(matches.map(({ start, end }) => snippet.slice(start, end))).toEqual(['needle'])
  expect(snippetOf('Short.', [])).toEqual({ text: 'Short.', matches: [] })
})

test('what is marked lies within the text, in order and apart, and no character is cut in two', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      (text, search) => {
        const { text: snippet, matches } = snippetOf(text, parseSearch(search).terms)
        let at = 0
        for (const { start, end } of matches) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(snippet.length)
        expect(snippet.isWellFormed() || !text.isWellFormed()).toBe(true)
      },
    ),
  )
})
