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

const asker = { now: new Date('2026-11-28T23:30:00Z'), name: 'Anna Lind' }
const read = (text: string, timeZone = 'UTC') => {
  const { terms: _words, ...filters } = parseSearch(`${text} `, {}, timeZone, asker)
  return filters
}

test('a value in quotes belongs to its filter, and to no other name', () => {
  expect(read('model:"Claude Sonnet 4.5"')).toEqual({ model: 'Claude Sonnet 4.5' })
  expect(read('model:„zwei Worte“')).toEqual({ model: 'zwei Worte' })
  expect(parseSearch('note:"two words" ')).toEqual({ terms: [word('note'), word('two words')] })
})

test('days are dates or words, in English and German, and hold in the time zone', () => {
  const [from, to] = ['2026-11-28T00:00:00.000Z', '2026-11-29T00:00:00.000Z']
  for (const day of ['2026-11-28', '28.11.2026', 'today', 'Heute']) {
    expect(read(`date:${day}`)).toEqual({ from, to })
    for (const name of ['after', 'since', 'from']) expect(read(`${name}:${day}`)).toEqual({ from })
    expect(read(`before:${day}`)).toEqual({ to: from })
    expect(read(`until:${day}`)).toEqual({ to })
  }
  for (const day of ['yesterday', 'gestern']) expect(read(`before:${day}`)).toEqual({ to: '2026-11-27T00:00:00.000Z' })
  expect(read('since:today', 'Asia/Tokyo')).toEqual({ from: '2026-11-28T15:00:00.000Z' })
})

test('whoever asks is named by a word or by their name', () => {
  for (const who of ['me', 'ich', 'anna', '"Anna Lind"']) {
    for (const name of ['by', 'from', 'person']) expect(read(`${name}:${who}`)).toEqual({ by: 'me' })
  }
  expect(read('from:models')).toEqual({ by: 'model' })
})

test('a filter whose value cannot be read is a word, and is said to be none, unless it is still typed', () => {
  const text = 'has:nothing date:someday by:bert from:"who knows" other:x'
  expect(read(text)).toEqual({ unread: ['has:nothing', 'date:someday', 'by:bert', 'from:"who knows"'] })
  for (const begun of ['has:co', 'after:2026-1', 'before:yest', 'date:28.1', 'by:m', 'model:'])
    expect(parseSearch(begun).unread).toBeUndefined()
  expect(parseSearch('x date:someday')).toEqual({
    terms: [word('x'), word('date someday', true)],
    unread: ['date:someday'],
  })
  expect(isEmptySearch({ terms: [], unread: ['has:nothing'] })).toBe(true)
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
