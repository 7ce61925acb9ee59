import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptySearch, parseSearch } from '#lib/search/search-query.ts'

const word = (text: string, isBegun = false) => ({ words: text.split(' '), isBegun })

test('the last word may be the beginning of one, unless a space or a quote ends it', () => {
  expect(parseSearch('Hello wor').terms).toEqual([word('hello'), word('wor', true)])
  expect(parseSearch('hello ').terms).toEqual([word('hello')])
  expect(parseSearch('“to be” "or not').terms).toEqual([word('to be'), word('or not', true)])
  expect(parseSearch('user_id').terms).toEqual([word('user id', true)])
})

test('filters are read among the words, and what is none is a word', () => {
  expect(parseSearch('x model:claude has:code HAS:picture by:me after:2026-10-01 before:2026-11-01 ')).toEqual({
    terms: [word('x')],
    model: 'claude',
    has: ['code', 'picture'],
    by: 'me',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
  })
  expect(parseSearch('after:2026-10-01', {}, 'Asia/Tokyo').from).toBe('2026-09-30T15:00:00.000Z')
  expect(parseSearch('has:nothing before:2026-02-31 by:__proto__ ').terms).toEqual([
    word('has nothing'),
    word('before 2026 02 31'),
    word('by proto'),
  ])
  expect(parseSearch('"has:code" ').terms).toEqual([word('has code')])
})

test('a search without words is empty unless a filter narrows it down', () => {
  expect(isEmptySearch(parseSearch(' "" * ( '))).toBe(true)
  expect(isEmptySearch(parseSearch('has:code'))).toBe(false)
  expect(isEmptySearch(parseSearch('', { session_id: 'x' }))).toBe(false)
})

test('no text is too strange or too long for it, and no word of it holds what the index would take for syntax', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { terms } = parseSearch(text)
      for (const { words } of terms) for (const each of words) expect(each).not.toMatch(/["\s\0()*:^+-]/)
    }),
  )
  expect(parseSearch('a '.repeat(10_000)).terms).toHaveLength(32)
})
