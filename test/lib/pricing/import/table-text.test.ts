import { describe, expect, test } from 'vitest'
import { importTableText } from '#lib/pricing/import/table-text.ts'

const HEAD = 'model,input_per_mtok_usd,output_per_mtok_usd'
const row = { input_per_mtok_usd: '1', output_per_mtok_usd: '2' }
const reasons = (text: string) => importTableText(text).unknown.map(({ model, reason }) => `${model}, ${reason}`)

describe('a table of a spreadsheet', () => {
  test.each([
    ['commas', `${HEAD}\nopenai:a,1,2\n`],
    ['a mark of its encoding and the ends of lines of Windows', `\uFEFF${HEAD}\r\nopenai:a,1,2\r\n`],
    ['semicolons', `${HEAD.replaceAll(',', ';')}\nopenai:a;1;2`],
    ['tabs, as they are pasted', `${HEAD.replaceAll(',', '\t')}\nopenai:a\t1\t2`],
    ['quotes and empty lines', `${HEAD}\n\n"openai:a","1","2"\n\n`],
  ])('is read with %s', (_, text) => {
    expect(importTableText(text)).toEqual({ models: { 'openai:a': row }, unknown: [] })
  })

  test('has all that a price can say', () => {
    const text = [
      'model,free,input_per_mtok_usd,output_per_mtok_usd,cached_read_per_mtok_usd,per_request_usd,above_input_tokens,service_tier,source,read_on',
      'openai:a,,1,2,0.1,0.01,,,"https://a.example, page 2",2026-11-23',
      'openai:a,false,3,4,,,200000,flex,,',
      'lab:llama,true,,,,,,,,',
    ].join('\n')
    expect(importTableText(text)).toEqual({
      models: {
        'openai:a': {
          ...row,
          cached_read_per_mtok_usd: '0.1',
          per_request_usd: '0.01',
          source: { source: 'https://a.example, page 2', read_on: '2026-11-23' },
          conditional: [
            {
              input_per_mtok_usd: '3',
              output_per_mtok_usd: '4',
              when: { above_input_tokens: 200_000, service_tier: 'flex' },
            },
          ],
        },
        'lab:llama': { free: true },
      },
      unknown: [],
    })
  })

  test('names each row that it leaves out, with its line and the reason, and takes the rest', () => {
    const wide = `${HEAD},free,above_input_tokens,source,read_on`
    const text = [
      wide,
      'openai:a,1,2,,,,',
      'openai:b,-1,2,,,,',
      'openai:c,"1,5",2,,,,',
      'openai:d,=1+1,2,,,,',
      'openai:a,1,2,,,,',
      ',1,2,,,,',
      'openai:e,1,2,,100,,',
      'openai:a,1,2,,many,,',
      'openai:f,1,2,true,,,',
      'openai:g,1,2,yes,,,',
      'openai:h,1,2,,,https://a.example,today',
      'openai:i,,2,,,,',
    ].join('\n')
    expect(importTableText(text).models).toEqual({ 'openai:a': row })
    expect(reasons(text)).toEqual([
      'openai:b, line 3: input_per_mtok_usd: -1 is negative',
      'openai:c, line 4: input_per_mtok_usd: 1,5 has a comma: write a point before the decimals, and nothing between thousands',
      'openai:d, line 5: input_per_mtok_usd: =1+1 is no number',
      'openai:a, line 6: has a row already',
      ', line 7: has no model',
      'openai:e, line 8: has a condition, and no row without one stands before it',
      'openai:a, line 9: above_input_tokens: many is no count of tokens',
      'openai:f, line 10: is free and has rates',
      'openai:g, line 11: free must be true or false, and not yes',
      'openai:h, line 12: has a source, and no day on which it was read: read_on as 2026-11-23',
      'openai:i, line 13: input_per_mtok_usd: there is no rate',
    ])
  })

  test.each([
    ['', 'there is nothing in it'],
    ['openai:a', 'the first line has no column model'],
    ['a,b\n1,2', 'the first line has no column model and input_per_mtok_usd and output_per_mtok_usd'],
    [`${HEAD},price\n`, 'there is no column price'],
    [`${HEAD},model\n`, 'the column model stands there twice'],
    [`${HEAD}\nopenai:a,1\n`, 'this is no table: Invalid Record Length'],
    [`${HEAD}\n"openai:a,1,2`, 'this is no table: Quote Not Closed'],
  ])('is refused as a whole where it cannot be read: %j', (text, reason) => {
    expect(() => importTableText(text)).toThrow(reason)
  })

  test('is read as it was before an export kept spreadsheets from calculating it', () => {
    const text = `${HEAD},source,read_on\nopenai:a,1,2,'=1+1,2026-11-23\n`
    expect(importTableText(text).models['openai:a']).toMatchObject({ source: { source: '=1+1' } })
  })

  test('is none of names that every object has', () => {
    expect(importTableText(`${HEAD}\n__proto__,1,2\nconstructor,1,2`).models).toEqual({ constructor: row })
  })
})
