import { describe, expect, test } from 'vitest'
import { feeRows, publishedFees, withFee, withoutFee } from '#app/_admin/prices/draft-fees.ts'
import { parseHours } from '#app/_admin/prices/utc-hours.ts'

const BASE = { one: { web_search: '10' }, two: { web_search: '5', web_fetch: '0' } }
const SOURCES = {
  one: { source: 'https://one.example', read_on: '2026-11-20' },
  two: { source: 'https://two.example', read_on: '2026-11-20' },
}

describe('the fees of a draft', () => {
  test('are those of the version, with what was typed in their place', () => {
    const changes = withFee(BASE, withFee(BASE, {}, 'one', 'web_search', '12.5'), 'two', 'web_fetch', '')
    expect(changes).toEqual({ 'one web_search': '12.5', 'two web_fetch': '' })
    expect(feeRows(BASE, changes).map(({ usd, before }) => [usd, before])).toEqual([
      ['12.5', '10'],
      ['5', '5'],
      [undefined, '0'],
    ])
  })

  test('are no change where they say what the version says, and one that was added and left is none', () => {
    const changed = withFee(BASE, {}, 'one', 'web_search', '11')
    expect(withFee(BASE, changed, 'one', 'web_search', '10')).toEqual({})
    const added = withFee(BASE, {}, 'three', 'file_search', '')
    expect(added).toEqual({ 'three file_search': '' })
    expect(feeRows(BASE, added).at(-1)?.problem?.problem).toBe('missing')
    expect(withoutFee(added, 'three', 'file_search')).toEqual({})
  })

  test.each([
    ['-1', 'negative'],
    ['1,5', 'comma'],
    ['$3', 'currency'],
    ['1e400', 'exponent'],
    ['NaN', 'no_number'],
    ['0.0000001', 'too_fine'],
  ])('that are %s are refused at their cell: %s', (text, problem) => {
    const [row] = feeRows(BASE, withFee(BASE, {}, 'one', 'web_search', text))
    expect(row?.problem?.problem).toBe(problem)
  })

  test('are published as a whole, without the source of what is another one now', () => {
    const changes = { 'one web_search': '12', 'two web_fetch': '', 'three file_search': '2.5' }
    expect(publishedFees(BASE, SOURCES, changes)).toEqual({
      fees: { one: { web_search: '12' }, two: { web_search: '5' }, three: { file_search: '2.5' } },
      sources: {},
    })
    expect(publishedFees(BASE, SOURCES, {})).toEqual({ fees: BASE, sources: SOURCES })
  })
})

describe('hours of UTC', () => {
  test.each([
    ['0-8', [[0, 8]]],
    [
      ' 0 – 8 , 20–24',
      [
        [0, 8],
        [20, 24],
      ],
    ],
    ['8-8', null],
    ['20-4', null],
    ['0-25', null],
    ['0-8,', null],
    ['8 am', null],
    ['-1-4', null],
  ])('written as %s are %j', (text, hours) => expect(parseHours(text)).toEqual(hours))
})
