import { describe, expect, test } from 'vitest'
import { CATALOG } from '#lib/models/catalog.ts'
import { DEMO_MODELS } from '#lib/models/demo.ts'
import { parsePriceTable, priceOf } from '#lib/pricing/price-table.ts'
import { SHIPPED_PRICES } from '#lib/pricing/shipped.ts'
import { CURRENT_PRICES } from '#test/support/prices.ts'

const row = { input_per_mtok_usd: '1.5', output_per_mtok_usd: '2' }
const table = { pricing_version: 'v', models: { 'a:b': row } }

describe('the shipped prices', () => {
  test('cover every model of the catalog', () => {
    expect(CATALOG.filter((entry) => priceOf(entry.id, CURRENT_PRICES) === null)).toEqual([])
  })

  test('hold for the dated names of a model too', () => {
    const dated = CATALOG.flatMap(({ id, provider, snapshots }) => snapshots.map((name) => [id, `${provider}:${name}`]))
    expect(dated.length).toBeGreaterThan(10)
    for (const [id = '', snapshot = ''] of dated) {
      expect(priceOf(snapshot, CURRENT_PRICES), snapshot).toEqual(priceOf(id, CURRENT_PRICES))
      expect(priceOf(snapshot, CURRENT_PRICES), snapshot).not.toBeNull()
    }
  })

  test('name no model that the catalog does not have', () => {
    const ids = CATALOG.map((entry) => entry.id)
    expect(Object.keys(CURRENT_PRICES.models).filter((id) => !ids.includes(id))).toEqual([])
  })

  test('wire-rule 225: ask a quarter more than for input where OpenAI bills what is written to a cache', () => {
    const bills = (id: string) => Number(/^openai:gpt-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0) >= 5.6
    const rows = Object.entries(CURRENT_PRICES.models).flatMap(([id, price]) =>
      bills(id) && 'input_per_mtok_usd' in price ? [price, ...(price.conditional ?? [])] : [],
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { input_per_mtok_usd: input, cache_write_per_mtok_usd: written } of rows) {
      expect(Number(written)).toBeCloseTo(Number(input) * 1.25, 9)
    }
  })

  test('say of the demo models, and of no other, that they are samples', () => {
    const samples = Object.entries(CURRENT_PRICES.models).filter(([, price]) => 'sample' in price && price.sample)
    expect(samples.map(([id]) => id)).toEqual(DEMO_MODELS.map(({ id }) => id))
  })

  test('have a rate for every kind of token that the model may count', () => {
    for (const [id, price] of Object.entries(CURRENT_PRICES.models)) {
      if ('free' in price) throw new Error(`${id}: nothing that is shipped is free`)
      expect(price.cached_read_per_mtok_usd, id).toBeDefined()
      expect(price.cache_write_per_mtok_usd, id).toBeDefined()
      if (id.includes('claude')) expect(price.cache_write_1h_per_mtok_usd, id).toBeDefined()
    }
  })

  test('say of each rate where it was read, and when', () => {
    for (const { table, pricing_version } of SHIPPED_PRICES) {
      for (const [id, price] of Object.entries(table.models)) {
        if ('free' in price || price.sample) continue
        expect(price.source, `${pricing_version} ${id}`).toEqual({
          source: expect.stringMatching(/^https:/),
          read_on: expect.stringMatching(/^2026-/),
        })
      }
      const withFees = Object.keys(table.tool_fees_per_1000_usd ?? {}).filter((provider) => provider !== 'demo')
      expect(Object.keys(table.tool_fee_sources ?? {})).toEqual(withFees)
    }
  })

  test('are one version a day, each with a word on what it is for', () => {
    expect(SHIPPED_PRICES.map(({ pricing_version, effective_from }) => [pricing_version, effective_from])).toEqual([
      ['2026-11-21', '2026-11-21T00:00:00.000000Z'],
      ['2026-11-22', '2026-11-22T00:00:00.000000Z'],
      ['2026-11-23', '2026-11-23T00:00:00.000000Z'],
      ['2026-11-24', '2026-11-24T00:00:00.000000Z'],
    ])
    for (const { note } of SHIPPED_PRICES) expect(note.length).toBeGreaterThan(20)
  })

  test('cannot be changed by whoever reads them', () => {
    expect(Object.isFrozen(CURRENT_PRICES)).toBe(true)
    expect(() => Object.assign(CURRENT_PRICES.models, { 'a:b': row })).toThrow(TypeError)
    expect(() => Object.assign(priceOf('openai:gpt-5', CURRENT_PRICES) ?? {}, { input_per_mtok_usd: '0' })).toThrow(
      TypeError,
    )
  })
})

describe('a price table', () => {
  test('needs only input and output rates', () => {
    expect(parsePriceTable(table)).toEqual(table)
  })

  test('can say of a model that it is free', () => {
    const free = { ...table, models: { 'openai:llama': { free: true } } }
    expect(priceOf('openai:llama', parsePriceTable(free))).toEqual({ free: true })
  })

  test.each([
    ['a number for a rate', { 'a:b': { ...row, input_per_mtok_usd: 3 } }, 'input_per_mtok_usd'],
    ['an exponent', { 'a:b': { ...row, input_per_mtok_usd: '3e-6' } }, 'input_per_mtok_usd'],
    [
      'words for a rate',
      { 'a:b': { ...row, input_per_mtok_usd: 'much' } },
      'a decimal string in US dollars, without exponent',
    ],
    ['a negative rate', { 'a:b': { ...row, output_per_mtok_usd: '-1' } }, 'output_per_mtok_usd'],
    ['a rate that is missing', { 'a:b': { input_per_mtok_usd: '1' } }, 'output_per_mtok_usd'],
    ['a misspelt rate', { 'a:b': { ...row, cache_read_per_mtok_usd: '1' } }, 'cache_read_per_mtok_usd'],
    ['a free model that has rates', { 'a:b': { ...row, free: true } }, 'free'],
    ['a model that is not free after all', { 'a:b': { free: false } }, 'free'],
    ['a thirteenth digit before the point', { 'a:b': { ...row, output_per_mtok_usd: '1234567890123' } }, 'output_per'],
    ['a seventh digit after it', { 'a:b': { ...row, output_per_mtok_usd: '1.1234567' } }, 'up to six decimals'],
    [
      'half a threshold',
      { 'a:b': { ...row, conditional: [{ ...row, when: { above_input_tokens: 0.5 } }] } },
      'above_input_tokens',
    ],
    ['a sample that is none', { 'a:b': { ...row, sample: false } }, 'sample'],
    ['a model without name', { 'a:': row }, 'a model id of the form provider:name'],
    ['a model with nothing before its provider', { ':a:b': row }, 'a model id of the form provider:name'],
    ['a model of two lines', { 'a:b\nc': row }, 'a model id of the form provider:name'],
    ['a model without provider', { sonnet: row }, 'sonnet'],
    [
      'a threshold of nothing',
      { 'a:b': { ...row, conditional: [{ ...row, when: { above_input_tokens: 0 } }] } },
      'above_input_tokens',
    ],
  ])('is refused with %s, and the fault is named', (_, models, named) => {
    expect(() => parsePriceTable({ ...table, models })).toThrow(named)
  })

  test.each([{ pricing_version: '' }, { extra: 1 }])('is refused with %j', (fault) => {
    expect(() => parsePriceTable({ ...table, ...fault })).toThrow()
  })

  test('may price a dated name by itself', () => {
    const models = { 'openai:gpt-5': row, 'openai:gpt-5-2025-08-07': { ...row, input_per_mtok_usd: '9' } }
    const own = parsePriceTable({ ...table, models })
    expect(priceOf('openai:gpt-5-2025-08-07', own)).toEqual({ ...row, input_per_mtok_usd: '9' })
    expect(priceOf('openai:gpt-5', own)).toEqual(row)
  })

  test('has no price for what it does not list, not even for names that every object has', () => {
    expect(priceOf('a:c', parsePriceTable(table))).toBeNull()
    expect(priceOf('constructor', parsePriceTable(table))).toBeNull()
    expect(priceOf('__proto__', parsePriceTable(table))).toBeNull()
  })
})
