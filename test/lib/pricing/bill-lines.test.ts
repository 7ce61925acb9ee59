import { expect, test } from 'vitest'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { billOf } from '#lib/pricing/bill.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'

const read = (source: string) => ({ source, read_on: '2026-11-22' })
const [ROW, ELSEWHERE, TIER, FEES] = ['its page', 'the page on caches', 'the page on tiers', 'the page on tools'].map(
  read,
)

const table = parsePriceTable({
  pricing_version: 'v',
  tool_fees_per_1000_usd: { a: { web_search: '10', web_fetch: '0' }, b: { web_search: '5' } },
  tool_fee_sources: { a: FEES },
  models: {
    'a:one': {
      input_per_mtok_usd: '1',
      output_per_mtok_usd: '10',
      cached_read_per_mtok_usd: '0.1',
      cache_write_per_mtok_usd: '1.25',
      cache_write_1h_per_mtok_usd: '2',
      per_request_usd: '0.5',
      source: ROW,
      sources: { cached_read_per_mtok_usd: ELSEWHERE, output_per_mtok_usd: ELSEWHERE },
      conditional: [
        { when: { service_tier: 'flex' }, input_per_mtok_usd: '0.5', output_per_mtok_usd: '5', source: TIER },
        { when: { service_tier: 'batch' }, input_per_mtok_usd: '0.5', output_per_mtok_usd: '5' },
      ],
    },
    'b:bare': { input_per_mtok_usd: '1', output_per_mtok_usd: '10', per_request_usd: '0.5' },
    'b:sized': {
      input_per_mtok_usd: '1',
      output_per_mtok_usd: '10',
      conditional: [{ when: { above_input_tokens: 100 }, input_per_mtok_usd: '2', output_per_mtok_usd: '20' }],
    },
    'a:free': { free: true },
  },
})

const used = (fields: Partial<TokenUsage>): TokenUsage => ({
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
  ...fields,
})
const WHOLE = used({
  input_tokens: 1,
  output_tokens: 2,
  cached_input_tokens: 3,
  cache_creation_input_tokens: 9,
  cache_creation_1h_input_tokens: 5,
  tool_uses: { web_search: 7, web_fetch: 8 },
})
const at = '2026-11-23T12:00:00.000000Z'
const bill = (model: string, usage: TokenUsage) =>
  billOf(usage, { served: model, asked: model, by_own_server: false }, table, at)

test('each line says what was counted, at which rate, and where that stands', () => {
  expect(bill('a:one', WHOLE).lines).toEqual([
    { bucket: 'input', count: 1, per: 1_000_000, rate_usd: '1', usd: '0.000001', source: ROW },
    { bucket: 'output', count: 2, per: 1_000_000, rate_usd: '10', usd: '0.00002', source: ELSEWHERE },
    { bucket: 'cached_read', count: 3, per: 1_000_000, rate_usd: '0.1', usd: '0.0000003', source: ELSEWHERE },
    { bucket: 'cache_write', count: 4, per: 1_000_000, rate_usd: '1.25', usd: '0.000005', source: ROW },
    { bucket: 'cache_write_1h', count: 5, per: 1_000_000, rate_usd: '2', usd: '0.00001', source: ROW },
    { bucket: 'request', count: 1, per: 1, rate_usd: '0.5', usd: '0.5', source: ROW },
    { bucket: 'web_search', count: 7, per: 1_000, rate_usd: '10', usd: '0.07', source: FEES },
    { bucket: 'web_fetch', count: 8, per: 1_000, rate_usd: '0', usd: '0', source: FEES },
  ])
})

test('rates under a condition stand where they say, else where the row does, and never where single ordinary ones do', () => {
  const sources = (service_tier: string) =>
    bill('a:one', used({ input_tokens: 1, output_tokens: 2, service_tier })).lines.map(({ source }) => source)
  expect(sources('flex')).toEqual([TIER, TIER, ROW])
  expect(sources('batch')).toEqual([ROW, ROW, ROW])
})

test('a row or fee that does not say where it stands has no source', () => {
  const { lines } = bill('b:bare', used({ input_tokens: 1, tool_uses: { web_search: 1 } }))
  expect(lines.map(({ bucket, source }) => [bucket, source])).toEqual([
    ['input', null],
    ['request', null],
    ['web_search', null],
  ])
})

test('what has no price is counted all the same, and has neither rate nor amount', () => {
  expect(bill('a:none', used({ input_tokens: 4, output_tokens: 1 }))).toEqual({
    state: 'unpriced',
    cost_usd: null,
    pricing_version: null,
    price_of: null,
    condition: null,
    cache_saved_usd: null,
    cache_write_premium_usd: null,
    lines: [
      { bucket: 'input', count: 4, per: 1_000_000, rate_usd: null, usd: null, source: null },
      { bucket: 'output', count: 1, per: 1_000_000, rate_usd: null, usd: null, source: null },
    ],
  })
})

test('a tier that the row does not have has no price, line by line', () => {
  const { state, lines } = bill('a:one', used({ input_tokens: 4, service_tier: 'priority' }))
  expect([state, lines.map(({ usd }) => usd)]).toEqual(['unpriced', [null]])
})

test('the condition on which the rates hold is said, and none for the ordinary ones', () => {
  expect(bill('b:sized', used({ input_tokens: 100 }))).toMatchObject({ condition: null, cost_usd: '0.0001' })
  const above = { condition: { above_input_tokens: 100 }, cost_usd: '0.000202', price_of: 'b:sized' }
  expect(bill('b:sized', used({ input_tokens: 101 }))).toMatchObject(above)
})

test('what was counted by the provider is exact, and what was counted here is estimated, free or not', () => {
  const states = ['b:sized', 'a:free'].flatMap((model) => [
    bill(model, used({ input_tokens: 1 })).state,
    bill(model, used({ input_tokens: 1, estimated: true })).state,
  ])
  expect(states).toEqual(['exact', 'estimated', 'exact', 'estimated'])
})
