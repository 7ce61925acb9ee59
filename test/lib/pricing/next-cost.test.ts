import { describe, expect, test } from 'vitest'
import { billOf } from '#lib/pricing/bill.ts'
import type { Billing } from '#lib/pricing/estimate.ts'
import { type AnsweredTurn, type NextMessage, nextCostOf, type TurnSample } from '#lib/pricing/next-cost.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'

const NOON = '2026-11-23T12:00:00.000000Z'
const TWO_MINUTES_AGO = '2026-11-23T11:58:00.000000Z'
const TEN_MINUTES_AGO = '2026-11-23T11:50:00.000000Z'

const table = parsePriceTable({
  pricing_version: '2026-11-20',
  tool_fees_per_1000_usd: { a: { web_search: '10' } },
  models: {
    'a:marked': {
      input_per_mtok_usd: '3',
      output_per_mtok_usd: '15',
      cached_read_per_mtok_usd: '0.3',
      cache_write_per_mtok_usd: '3.75',
      cache_write_1h_per_mtok_usd: '6',
      conditional: [
        {
          when: { above_input_tokens: 200_000 },
          input_per_mtok_usd: '6',
          output_per_mtok_usd: '22.5',
          cached_read_per_mtok_usd: '0.6',
          cache_write_per_mtok_usd: '7.5',
          cache_write_1h_per_mtok_usd: '12',
        },
      ],
    },
    'b:plain': { input_per_mtok_usd: '2', output_per_mtok_usd: '8' },
    'b:free': { free: true },
  },
})

const models: Billing = {
  bill: (usage, answered, at) => billOf(usage, answered, table, at),
  answered: (served, asked) => ({ served, asked, by_own_server: false }),
}

const MARKED = { asked: '5m', unasked: false } as const
const NOTHING_KEPT = { asked: null, unasked: false }
const none = { input_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

function next(fields: Partial<NextMessage>, sample: TurnSample | null = null) {
  const message = { model: 'a:marked', at: NOON, input_tokens: 12_000, cache: MARKED, calls: [], ...fields }
  return nextCostOf(message, sample, models)
}

/** The last call, which had 10,000 tokens in the cache. */
const calls = (at: string) => [
  { at, usage: { ...none, cached_input_tokens: 9_000, cache_creation_input_tokens: 1_000 } },
]

describe('the least that the next message costs', () => {
  test('reads what is in the cache at its rate, and writes there what is new', () => {
    const { floor, cached, without_cache } = next({ calls: calls(TWO_MINUTES_AGO) })
    // 10,000 × 0.30 + 2,000 × 3.75, by the million
    expect(floor).toMatchObject({ state: 'estimated', cost_usd: '0.0105', pricing_version: '2026-11-20' })
    expect(cached).toEqual({ tokens: 10_000, until: '2026-11-23T12:03:00.000000Z' })
    // 12,000 × 3.75
    expect(without_cache?.cost_usd).toBe('0.045')
  })

  test('writes all of it anew once the cache is gone', () => {
    const { floor, cached, without_cache } = next({ calls: calls(TEN_MINUTES_AGO) })
    expect(floor.cost_usd).toBe('0.045')
    expect([cached, without_cache]).toEqual([null, null])
  })

  test('writes at the rate of an hour where an hour is asked for', () => {
    const { floor } = next({ cache: { asked: '1h', unasked: false } })
    // 12,000 × 6
    expect(floor.cost_usd).toBe('0.072')
    expect(floor.lines.map(({ bucket, count }) => [bucket, count])).toEqual([['cache_write_1h', 12_000]])
  })

  test('counts nothing as written that may be too little to be kept', () => {
    // 4,095 × 3, and 4,096 × 3.75
    expect(next({ input_tokens: 4_095 }).floor.cost_usd).toBe('0.012285')
    expect(next({ input_tokens: 4_096 }).floor.cost_usd).toBe('0.01536')
  })

  test('counts nothing as written at a host that was sent enough and kept nothing', () => {
    const sent = (input_tokens: number) => [{ at: TWO_MINUTES_AGO, usage: { ...none, input_tokens } }]
    // 12,000 × 3, and 12,000 × 3.75: what was sent before may have been too little
    expect(next({ calls: sent(4_096) }).floor.cost_usd).toBe('0.036')
    expect(next({ calls: sent(4_095) }).floor.cost_usd).toBe('0.045')
  })

  test.each(['cached_input_tokens', 'cache_creation_input_tokens'] as const)(
    'counts as written what is new at a host that keeps as little as this: it had %s',
    (counted) => {
      const kept = [{ at: TWO_MINUTES_AGO, usage: { ...none, [counted]: 1_000 } }]
      // 1,000 × 0.30 + 100 × 3.75
      expect(next({ input_tokens: 1_100, calls: kept }).floor.cost_usd).toBe('0.000675')
    },
  )

  test('counts as written what is new at a host that bills what it keeps unasked', () => {
    const wrote = [
      {
        at: TEN_MINUTES_AGO,
        usage: { input_tokens: 500, cached_input_tokens: 9_000, cache_creation_input_tokens: 500 },
      },
    ]
    const { floor } = next({ cache: { asked: null, unasked: true }, calls: wrote })
    // 10,000 × 0.30 + 2,000 × 3.75
    expect(floor.cost_usd).toBe('0.0105')
  })

  test('is plain input where nothing is kept', () => {
    expect(next({ model: 'b:plain', cache: NOTHING_KEPT }).floor).toMatchObject({
      cost_usd: '0.024',
      price_of: 'b:plain',
    })
  })

  test('takes the rates of its size, cached or not: above 200,000 tokens all of it is dearer', () => {
    const kept = [{ at: TWO_MINUTES_AGO, usage: { ...none, cached_input_tokens: 150_000 } }]
    // 150,000 × 0.30 + 50,000 × 3.75, and 150,000 × 0.60 + 50,001 × 7.50
    expect(next({ input_tokens: 200_000, calls: kept }).floor.cost_usd).toBe('0.2325')
    expect(next({ input_tokens: 200_001, calls: kept }).floor.cost_usd).toBe('0.4650075')
  })

  test('is at least what has a rate where the cache has none', () => {
    const cache = { asked: null, unasked: true }
    const sent = [{ at: TWO_MINUTES_AGO, usage: { ...none, input_tokens: 10_000 } }]
    const { floor } = next({ model: 'b:plain', cache, calls: sent })
    // 2,000 × 2
    expect(floor).toMatchObject({ state: 'partial', cost_usd: '0.004' })
  })

  test('is never zero without a price, and is zero at a model that is free', () => {
    const own = { cache: NOTHING_KEPT, calls: [] }
    expect(next({ ...own, model: 'c:unknown' }).floor).toMatchObject({ state: 'unpriced', cost_usd: null })
    expect(next({ ...own, model: 'b:free' }).floor).toMatchObject({ state: 'estimated', cost_usd: '0' })
  })
})

/** A turn of one call that wrote so much. */
const answer = (output_tokens: number): AnsweredTurn => [
  { model: 'a:marked', input_tokens: 500, output_tokens, tool_uses: {} },
]

/** A turn of two calls, with a tool between them that brought 1,000 tokens. */
const WITH_A_TOOL: AnsweredTurn = [
  { model: 'a:marked', input_tokens: 500, output_tokens: 100, tool_uses: {} },
  { model: 'a:marked', input_tokens: 1_500, output_tokens: 300, tool_uses: { web_search: 2 } },
]

describe('what turns really take', () => {
  test('is nothing without any to go by', () => {
    expect(next({}).range).toBeNull()
  })

  test('is the middle 80 % of what they would cost from here', () => {
    const turns = Array.from({ length: 20 }, (_, n) => answer((n + 1) * 100))
    const { floor, range } = next({ model: 'b:plain', cache: NOTHING_KEPT }, { of: 'chat', turns })
    expect(floor.cost_usd).toBe('0.024')
    // The second writes 200 and the eighteenth 1,800: + 200 × 8, + 1,800 × 8
    expect(range).toEqual({
      of: 'chat',
      turns: 20,
      usd: { low: '0.0256', high: '0.0384' },
      state: 'estimated',
      output_tokens: { low: 200, high: 1_800 },
      calls: { low: 1, high: 1 },
    })
  })

  test('plays the further calls of a turn with tools again: each reads all that was before it, and what is new', () => {
    const turns = Array.from({ length: 5 }, () => WITH_A_TOOL)
    const { range } = next({ model: 'b:plain', cache: NOTHING_KEPT }, { of: 'person', turns })
    // 12,000 × 2 + 100 × 8, and 13,000 × 2 + 300 × 8
    expect(range).toMatchObject({ of: 'person', usd: { low: '0.0532', high: '0.0532' }, calls: { low: 2, high: 2 } })
    // Its host runs no such tool, and asks for nothing.
    expect(range?.state).toBe('estimated')
  })

  test('reads from the cache what the call before it left there, and pays its host for the tools that it runs', () => {
    const turns = Array.from({ length: 5 }, () => WITH_A_TOOL)
    const { range } = next({ calls: calls(TWO_MINUTES_AGO) }, { of: 'chat', turns })
    // 10,000 × 0.30 + 2,000 × 3.75 + 100 × 15, and 12,000 × 0.30 + 1,000 × 3.75 + 300 × 15 + 2 × 0.01
    expect(range?.usd).toEqual({ low: '0.04385', high: '0.04385' })
  })

  test('goes from the cheapest turn on where tools are used now and then', () => {
    const turns = [WITH_A_TOOL, answer(100), answer(100), answer(100), answer(100)]
    const { range } = next({ model: 'b:plain', cache: NOTHING_KEPT }, { of: 'chat', turns })
    expect(range).toMatchObject({ usd: { low: '0.0248', high: '0.0532' }, calls: { low: 1, high: 2 } })
  })

  test('takes the rates of the size of each call', () => {
    const turns = Array.from({ length: 5 }, () => WITH_A_TOOL)
    const { range } = next({ input_tokens: 199_500, calls: [] }, { of: 'chat', turns })
    // 199,500 × 3.75 + 100 × 15, and 199,500 × 0.60 + 1,000 × 7.50 + 300 × 22.50 + 2 × 0.01
    expect(range?.usd.low).toBe('0.903575')
  })

  test('says that it is a lower bound where a part of any turn has no rate', () => {
    const cache = { asked: null, unasked: true }
    const turns = [WITH_A_TOOL, answer(100), answer(100), answer(100), answer(100)]
    expect(next({ model: 'b:plain', cache }, { of: 'chat', turns }).range?.state).toBe('partial')
  })

  test('is one where only the tool of an earlier call has none', () => {
    const [first, second] = WITH_A_TOOL
    const searched = { ...first, tool_uses: { web_fetch: 1 } } as AnsweredTurn[number]
    const turns = Array.from({ length: 5 }, () => [searched, { ...second, tool_uses: {} } as AnsweredTurn[number]])
    expect(next({}, { of: 'chat', turns }).range?.state).toBe('partial')
  })

  test('is nothing without a price, and nothing to pay at a model that is free', () => {
    const sample: TurnSample = { of: 'chat', turns: Array.from({ length: 5 }, () => WITH_A_TOOL) }
    expect(next({ model: 'c:unknown', cache: NOTHING_KEPT }, sample).range).toBeNull()
    expect(next({ model: 'b:free', cache: NOTHING_KEPT }, sample).range?.usd).toEqual({ low: '0', high: '0' })
  })
})
