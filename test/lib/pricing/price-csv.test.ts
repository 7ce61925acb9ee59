import { describe, expect, test } from 'vitest'
import { importTableText } from '#lib/pricing/import/table-text.ts'
import type { PricedModels } from '#lib/pricing/price.ts'
import { parseUtc, pricesToCsv } from '#lib/pricing/price-csv.ts'
import { SHIPPED_PRICES } from '#lib/pricing/shipped.ts'

/** What a table has no column for. */
function withoutSingleSources(models: PricedModels): PricedModels {
  const said = Object.entries(models).map(([id, price]) => {
    if ('free' in price) return [id, price]
    const { sources: _sources, sample: _sample, ...rest } = price
    return [id, rest]
  })
  return Object.fromEntries(said)
}

describe('prices as CSV', () => {
  test.each(SHIPPED_PRICES)('import again as they were: $pricing_version', ({ table: { models } }) => {
    expect(importTableText(pricesToCsv(models))).toEqual({ models: withoutSingleSources(models), unknown: [] })
  })

  test('say everything that can be said of a price, and nothing that a spreadsheet would calculate', () => {
    const rates = { input_per_mtok_usd: '2.00', output_per_mtok_usd: '10' }
    const source = { source: '=HYPERLINK("https://a.example")', read_on: '2026-11-22' }
    const utc = { days: [1, 5], hours: [[0, 8] as [number, number], [16, 24] as [number, number]] }
    const models: PricedModels = {
      'lab:llama': { free: true },
      'one:a,b': {
        ...rates,
        cached_read_per_mtok_usd: '0.1',
        cache_write_per_mtok_usd: '2.5',
        cache_write_1h_per_mtok_usd: '4',
        per_request_usd: '0.01',
        source,
        conditional: [
          { ...rates, when: { above_input_tokens: 200_000 } },
          { ...rates, when: { from_input_tokens: 5, service_tier: '@flex' }, source },
          { ...rates, when: { utc } },
        ],
      },
    }
    const text = pricesToCsv(models)
    expect(text.split('\r\n')).toEqual([
      'model,free,input_per_mtok_usd,output_per_mtok_usd,cached_read_per_mtok_usd,cache_write_per_mtok_usd,cache_write_1h_per_mtok_usd,per_request_usd,above_input_tokens,from_input_tokens,service_tier,utc,source,read_on',
      'lab:llama,true,,,,,,,,,,,,',
      `"one:a,b",,2.00,10,0.1,2.5,4,0.01,,,,,"'=HYPERLINK(""https://a.example"")",2026-11-22`,
      '"one:a,b",,2.00,10,,,,,200000,,,,,',
      `"one:a,b",,2.00,10,,,,,,5,'@flex,,"'=HYPERLINK(""https://a.example"")",2026-11-22`,
      '"one:a,b",,2.00,10,,,,,,,,"1,5 0-8,16-24",,',
      '',
    ])
    expect(importTableText(text)).toEqual({ models, unknown: [] })
  })

  test.each(['', '1', '1,2', '8-16', '1 8', '1,2 8-16,', 'Monday 8-16'])('have no days and hours in %j', (text) => {
    expect(parseUtc(text)).toBeUndefined()
  })
})
