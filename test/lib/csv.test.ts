import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromCsvCell, toCsv } from '#lib/csv.ts'

describe('a table as CSV', () => {
  test('has commas between its cells and CRLF behind each row, and quotes only where they are needed', () => {
    const rows = [
      ['model', 'said', 'usd'],
      ['one:a', 'with, a comma and a "word"', '0.10'],
      ['one:b', 'two\nlines', 12],
      ['one:c', null, undefined],
    ]
    expect(toCsv(rows)).toBe(
      'model,said,usd\r\none:a,"with, a comma and a ""word""",0.10\r\none:b,"two\nlines",12\r\none:c,,\r\n',
    )
  })

  test('is marked as UTF-8 for those who ask for it', () => {
    expect(toCsv([['ü']], { mark: true })).toBe('\uFEFFü\r\n')
    expect(toCsv([])).toBe('')
  })

  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '+49',
    '-',
    "'=1+1",
    '=HYPERLINK("x")',
  ])('keeps a spreadsheet from calculating %j', (formula) => {
    expect(toCsv([[formula]]).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each(['-0.33', '12', '0.10', '-5'])('leaves the number %s a number', (number) => {
    expect(toCsv([[number]])).toBe(`${number}\r\n`)
  })

  test('can be read again, whatever stood in its cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom("'", "'=", "''-", '=', '-1', "'-1", '"', '\r\n'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('row'), cell, cell)), (rows) => {
        const read = parse(toCsv(rows), { record_delimiter: '\r\n' }) as string[][]
        expect(read.map((cells) => cells.map(fromCsvCell))).toEqual(rows)
      }),
    )
  })
})
