import { describe, expect, test } from 'vitest'
import { billOf } from '#lib/pricing/bill.ts'
import { type Billing, estimateOf } from '#lib/pricing/estimate.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'

const AT = '2026-11-23T12:00:00.000000Z'

const table = parsePriceTable({
  pricing_version: '2026-11-20',
  models: {
    'a:long': {
      input_per_mtok_usd: '3',
      output_per_mtok_usd: '15',
      cached_read_per_mtok_usd: '0.3',
      conditional: [
        {
          when: { above_input_tokens: 200_000 },
          input_per_mtok_usd: '6',
          output_per_mtok_usd: '22.5',
          cached_read_per_mtok_usd: '0.6',
        },
      ],
    },
    'a:free': { free: true },
  },
})

const models: Billing = {
  bill: (usage, answered, at) => billOf(usage, answered, table, at),
  answered: (served, asked) => ({ served, asked, by_own_server: false }),
}

describe('the estimate of a call that has not been made', () => {
  test('is the bill of its tokens at the rates of its model, and says that it is one', () => {
    const planned = { model: 'a:long', input_tokens: 200_000, output_tokens: 1_000, at: AT }
    // 0.6 + 0.015
    expect(estimateOf(planned, models)).toMatchObject({
      state: 'estimated',
      cost_usd: '0.615',
      pricing_version: '2026-11-20',
      price_of: 'a:long',
    })
  })

  test('takes the rates of its size, of which cached input is a part', () => {
    const planned = { model: 'a:long', input_tokens: 1, cached_input_tokens: 200_000, output_tokens: 0, at: AT }
    // 0.000006 + 0.12
    expect(estimateOf(planned, models).cost_usd).toBe('0.120006')
  })

  test('is at least what has a rate where a part has none', () => {
    const planned = { model: 'a:long', input_tokens: 1_000, cache_creation_input_tokens: 1, output_tokens: 0, at: AT }
    expect(estimateOf(planned, models)).toMatchObject({ state: 'partial', cost_usd: '0.003' })
  })

  test('is nothing at a model that is free, and unknown at one without a price', () => {
    const tokens = { input_tokens: 5, output_tokens: 5, at: AT }
    expect(estimateOf({ ...tokens, model: 'a:free' }, models).cost_usd).toBe('0')
    expect(estimateOf({ ...tokens, model: 'a:none' }, models)).toMatchObject({ state: 'unpriced', cost_usd: null })
  })

  test('has no price of a vendor at a server of one’s own', () => {
    const own: Billing = { ...models, answered: (served, asked) => ({ served, asked, by_own_server: true }) }
    expect(estimateOf({ model: 'a:long', input_tokens: 5, output_tokens: 5, at: AT }, own).cost_usd).toBeNull()
  })
})
