import { describe, expect, test } from 'vitest'
import type { DraftPrice } from '#app/_admin/prices/draft.ts'
import { explainedPrice } from '#app/_admin/prices/explained-price.ts'

const flex = { input_per_mtok_usd: '0.5', output_per_mtok_usd: '5', when: { service_tier: 'flex' } }
const price: DraftPrice = { input_per_mtok_usd: '1.00', output_per_mtok_usd: '10', conditional: [flex] }
const always = { condition: null }
const rate = (bucket: string, from_usd: string | null, to_usd: string) =>
  ({ kind: 'rate', bucket, per: 1_000_000, from_usd, to_usd }) as const

describe('the price that explains what a provider billed', () => {
  test('has the one rate in place of the other', () => {
    expect(explainedPrice(price, always, rate('output', '10', '12'))).toEqual({ ...price, output_per_mtok_usd: '12' })
    expect(explainedPrice(price, always, rate('cached_read', null, '0.1'))).toEqual({
      ...price,
      cached_read_per_mtok_usd: '0.1',
    })
  })

  test('is under the condition that held for the calls', () => {
    expect(explainedPrice(price, { condition: { service_tier: 'flex' } }, rate('input', '0.5', '0.6'))).toEqual({
      ...price,
      conditional: [{ ...flex, input_per_mtok_usd: '0.6' }],
    })
    expect(explainedPrice(price, { condition: { service_tier: 'batch' } }, rate('input', '0.5', '0.6'))).toBeNull()
  })

  test('has a fee for each request', () => {
    const fee = { kind: 'rate', bucket: 'request', per: 1, from_usd: null, to_usd: '0.005' } as const
    expect(explainedPrice(price, always, fee)).toEqual({ ...price, per_request_usd: '0.005' })
    expect(explainedPrice({ ...price, per_request_usd: '0.005' }, always, fee)).toBeNull()
  })

  test('has every rate times the same, exactly', () => {
    expect(explainedPrice({ ...price, per_request_usd: '0.1' }, always, { kind: 'factor', factor: '1.055' })).toEqual({
      input_per_mtok_usd: '1.055',
      output_per_mtok_usd: '10.55',
      per_request_usd: '0.1055',
      conditional: [{ ...flex, input_per_mtok_usd: '0.5275', output_per_mtok_usd: '5.275' }],
    })
  })

  test('is none where a row cannot say it, or says something else by now', () => {
    expect(
      explainedPrice({ ...price, input_per_mtok_usd: '0.000001' }, always, { kind: 'factor', factor: '1.5' }),
    ).toBeNull()
    expect(explainedPrice(price, always, rate('output', '9', '12'))).toBeNull()
    expect(explainedPrice(price, always, rate('web_search', '10', '12'))).toBeNull()
    expect(explainedPrice({ free: true }, always, rate('output', '10', '12'))).toBeNull()
    expect(explainedPrice(undefined, always, rate('output', '10', '12'))).toBeNull()
  })
})
