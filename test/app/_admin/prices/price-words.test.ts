import { describe, expect, test } from 'vitest'
import { momentOf, utcText } from '#app/_admin/prices/local-time.ts'
import { pastedBlock } from '#app/_admin/prices/pasted-block.ts'
import { conditionWords, sourceWords } from '#app/_admin/prices/price-words.ts'
import { english as adminEnglish } from '#app/_texts/english/admin.ts'
import { english } from '#app/_texts/english/first.ts'
import { german as adminGerman } from '#app/_texts/german/admin.ts'
import { german } from '#app/_texts/german/first.ts'

describe('on what rates hold', () => {
  const when = {
    above_input_tokens: 200_000,
    service_tier: 'flex',
    utc: {
      days: [5, 1, 2, 3, 7],
      hours: [
        [0, 8],
        [16, 24],
      ] as [number, number][],
    },
  }

  test('is said in one line', () => {
    expect(conditionWords(adminEnglish.prices, english.format, when)).toBe(
      'over 200,000 tokens, flex, Mon–Wed, Fri, Sun 0–8, 16–24 UTC',
    )
    expect(conditionWords(adminGerman.prices, german.format, when)).toBe(
      'über 200.000 Token, flex, Mo–Mi, Fr, So 0–8, 16–24 Uhr UTC',
    )
  })

  test('tells a count that is included from one that is not', () => {
    expect(conditionWords(adminEnglish.prices, english.format, { from_input_tokens: 128_000 })).toBe(
      'from 128,000 tokens',
    )
  })
})

describe('a source', () => {
  const named = (source: string) => sourceWords({ source, read_on: '2026-11-22' })

  test('is a link where it is a page of the web', () => {
    expect(named('https://www.prices.example/a?b=c')).toEqual({
      name: 'prices.example',
      href: 'https://www.prices.example/a?b=c',
    })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'our contract', '//prices.example'])(
    'is words where it is none: %s',
    (source) => {
      expect(named(source)).toEqual({ name: source, href: null })
    },
  )
})

test.each([
  [
    '1\t2\r\n3\t4\r\n',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [' 1 ', [['1']]],
  ['1\n\n2', [['1'], [''], ['2']]],
  ['"say ""1"""\t2', [['say "1"', '2']]],
])('the block %j of a spreadsheet is read cell by cell', (text, cells) => {
  expect(pastedBlock(text)).toEqual(cells)
})

describe('a day and a time of a field', () => {
  test('are a moment where the reader is', () => {
    expect(momentOf('2026-12-01T09:00')).toEqual(new Date(2026, 11, 1, 9))
    expect(utcText(new Date('2026-12-01T08:00:00Z'))).toBe('2026-12-01 08:00')
  })

  test.each(['', '2026-12-01', '2026-02-30T09:00', 'tomorrow'])('are none in %j', (text) => {
    expect(momentOf(text)).toBeNull()
  })
})
