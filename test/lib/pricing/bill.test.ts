import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { addCost, billOf } from '#lib/pricing/bill.ts'
import { costOf } from '#lib/pricing/call-cost.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { CURRENT_PRICES } from '#test/support/prices.ts'

const table = parsePriceTable({
  pricing_version: '2026-05-08',
  tool_fees_per_1000_usd: { a: { web_search: '10', web_fetch: '0', file_search: '2.50' } },
  models: {
    'a:full': {
      input_per_mtok_usd: '3.00',
      output_per_mtok_usd: '15.00',
      cached_read_per_mtok_usd: '0.30',
      cache_write_per_mtok_usd: '3.75',
      cache_write_1h_per_mtok_usd: '6.00',
    },
    'a:plain': { input_per_mtok_usd: '2.50', output_per_mtok_usd: '10.00' },
    'a:zero': { input_per_mtok_usd: '0.0', output_per_mtok_usd: '0.0' },
    'a:free': { free: true },
    // No two rates alike, and each a power of ten: the digits of a cost say which rate took which tokens.
    'a:apart': {
      input_per_mtok_usd: '1',
      output_per_mtok_usd: '10',
      cached_read_per_mtok_usd: '100',
      cache_write_per_mtok_usd: '1000',
      cache_write_1h_per_mtok_usd: '10000',
      conditional: [
        {
          when: { above_input_tokens: 1_000_000 },
          input_per_mtok_usd: '2',
          output_per_mtok_usd: '20',
          cached_read_per_mtok_usd: '200',
          cache_write_per_mtok_usd: '2000',
          cache_write_1h_per_mtok_usd: '20000',
        },
      ],
    },
    'a:long': {
      input_per_mtok_usd: '1',
      output_per_mtok_usd: '2',
      cached_read_per_mtok_usd: '0.1',
      cache_write_per_mtok_usd: '1',
      conditional: [
        {
          when: { above_input_tokens: 1000 },
          input_per_mtok_usd: '10',
          output_per_mtok_usd: '20',
          cached_read_per_mtok_usd: '1',
          cache_write_per_mtok_usd: '10',
        },
      ],
    },
  },
})

function usage(counters: Partial<TokenUsage>): TokenUsage {
  return { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0, ...counters }
}

const AT = '2026-11-23T12:00:00.000000Z'
const answered = (served: string, asked = served) => ({ served, asked, by_own_server: false })
const cost = (counters: Partial<TokenUsage>, served: string, asked = served) =>
  costOf(billOf(usage(counters), answered(served, asked), table, AT))
const dollars = (counters: Partial<TokenUsage>, served: string, asked = served) =>
  cost(counters, served, asked).cost_usd

describe('the cost of a call', () => {
  test('is that of the worked example of the format (§8.1)', () => {
    const example = usage({ input_tokens: 8, output_tokens: 42 })
    expect(costOf(billOf(example, answered('anthropic:claude-sonnet-4-6'), CURRENT_PRICES, AT))).toEqual({
      cost_usd: '0.000654',
      pricing_version: CURRENT_PRICES.pricing_version,
    })
  })

  test('adds the four disjoint counters, each at its own rate', () => {
    const counters = {
      input_tokens: 1_000,
      output_tokens: 500,
      cached_input_tokens: 20_000,
      cache_creation_input_tokens: 4_000,
    }
    // 0.003 + 0.0075 + 0.006 + 0.015
    expect(cost(counters, 'a:full')).toEqual({ cost_usd: '0.0315', pricing_version: '2026-05-08' })
  })

  test('of a whole known conversation comes out to the cent', () => {
    const calls = [
      { input_tokens: 1_204, output_tokens: 311, cache_creation_input_tokens: 2_048 },
      { input_tokens: 88, output_tokens: 1_920, cached_input_tokens: 2_048 },
      { input_tokens: 2_113, output_tokens: 47, cached_input_tokens: 2_048, cache_creation_1h_input_tokens: 0 },
    ]
    const sum = calls.map((call) => dollars(call, 'a:full')).reduce<string>((total, each) => addCost(total, each), '0')
    expect(sum).toBe('0.0532938')
  })

  test('takes writes that live an hour at their own rate and the rest at the ordinary one', () => {
    const counters = { cache_creation_input_tokens: 3_000_000, cache_creation_1h_input_tokens: 1_000_000 }
    expect(dollars(counters, 'a:full')).toBe('13.5')
  })

  test('never counts more one-hour writes than writes', () => {
    const counters = { cache_creation_input_tokens: 1_000_000, cache_creation_1h_input_tokens: 5_000_000 }
    expect(dollars(counters, 'a:full')).toBe('6')
  })

  test('does not count reasoning twice: it is part of the output', () => {
    expect(dollars({ output_tokens: 1_000_000, reasoning_tokens: 900_000 }, 'a:full')).toBe('15')
  })

  test.each<[Partial<TokenUsage>, string]>([
    [{ input_tokens: 300_000 }, '0.3'],
    [{ output_tokens: 300_000 }, '3'],
    [{ cached_input_tokens: 300_000 }, '30'],
    [{ cache_creation_input_tokens: 300_000 }, '300'],
    [{ cache_creation_input_tokens: 300_000, cache_creation_1h_input_tokens: 300_000 }, '3000'],
    [{ cache_creation_input_tokens: 300_000, cache_creation_1h_input_tokens: 100_000 }, '1200'],
    [{ cache_creation_input_tokens: 300_000, cache_creation_1h_input_tokens: 0 }, '300'],
    [{ cache_creation_1h_input_tokens: 300_000 }, '0'],
    [{ input_tokens: 400_000, output_tokens: 7_000_000 }, '70.4'],
  ])('takes each kind of token at the rate of its own kind: %j is %s', (counters, usd) => {
    expect(cost(counters, 'a:apart')).toEqual({ cost_usd: usd, pricing_version: '2026-05-08' })
  })

  test('with every kind of token is the sum of all five', () => {
    const counters = {
      input_tokens: 200_000,
      output_tokens: 300_000,
      cached_input_tokens: 400_000,
      cache_creation_input_tokens: 150_000,
      cache_creation_1h_input_tokens: 100_000,
    }
    // 0.2 + 3 + 40 + 50 + 1000
    expect(dollars(counters, 'a:apart')).toBe('1093.2')
  })

  test('of nothing is zero, and so is that of a model whose rates are', () => {
    expect(cost({}, 'a:full')).toEqual({ cost_usd: '0', pricing_version: '2026-05-08' })
    expect(dollars({ input_tokens: 5, output_tokens: 5 }, 'a:zero')).toBe('0')
  })

  test('of a model that is free by its row is zero whatever it counted, by the version that says so', () => {
    const counters = {
      input_tokens: 5,
      output_tokens: 6,
      cached_input_tokens: 7,
      cache_creation_input_tokens: 8,
      cache_creation_1h_input_tokens: 1,
    }
    expect(cost(counters, 'a:free')).toEqual({ cost_usd: '0', pricing_version: '2026-05-08' })
  })

  test.each<[TokenUsage['tool_uses'], string | null]>([
    [{ web_search: 1 }, '0.010003'],
    [{ web_search: 3, file_search: 1, web_fetch: 9 }, '0.032503'],
    [{ web_fetch: 2 }, '0.000003'],
    [{ code_execution: 0 }, '0.000003'],
    // A use that has no fee is missing in the sum, which says so.
    [{ web_search: 1, code_execution: 1 }, '0.010003'],
  ])('wire-rule 194: has in it what the provider asks for its own tools: %j is %s', (tool_uses, usd) => {
    expect(dollars({ input_tokens: 1, tool_uses }, 'a:full')).toBe(usd)
    expect(dollars({ input_tokens: 1, tool_uses }, 'a:free')).toBe('0')
  })

  test('wire-rules 194, 198: of a search is a cent at Anthropic and at OpenAI; of a container nobody can say', () => {
    const of = (model: string, tool_uses: TokenUsage['tool_uses']) =>
      costOf(billOf(usage({ tool_uses }), answered(model), CURRENT_PRICES, AT)).cost_usd
    expect(of('anthropic:claude-opus-5-5', { web_search: 2, web_fetch: 1, code_execution: 4 })).toBe('0.02')
    expect(of('openai:gpt-6.1-sol', { web_search: 2, file_search: 1 })).toBe('0.0225')
    expect(of('openai:gpt-6.1-sol', { code_execution: 1 })).toBeNull()
    expect(of('openai:gpt-6.1-sol', { image_generation: 1 })).toBeNull()
  })

  test('wire-rule 199: of what xAI searched is the bill of xAI alone', () => {
    const counted = usage({ input_tokens: 1, tool_uses: { web_search: 1 }, billed_usd: '0.005' })
    expect(costOf(billOf(counted, answered('xai:grok-4'), CURRENT_PRICES, AT)).cost_usd).toBeNull()
  })

  test('wire-rule 118: is exact and without exponent for one token and for more tokens than there are', () => {
    expect(dollars({ cached_input_tokens: 1 }, 'a:full')).toBe('0.0000003')
    expect(dollars({ input_tokens: Number.MAX_SAFE_INTEGER }, 'a:full')).toBe('27021597764.222973')
  })
})

describe('a request longer than the threshold of its model', () => {
  test('wire-rule 114: costs the higher rates as a whole, cached input counted in', () => {
    expect(dollars({ input_tokens: 1_000, output_tokens: 100 }, 'a:long')).toBe('0.0012')
    expect(dollars({ input_tokens: 1_001, output_tokens: 100 }, 'a:long')).toBe('0.01201')
    expect(dollars({ input_tokens: 1, cached_input_tokens: 500, cache_creation_input_tokens: 500 }, 'a:long')).toBe(
      '0.00551',
    )
  })

  test.each<[Partial<TokenUsage>, string]>([
    [{ input_tokens: 1_000_000 }, '1'],
    [{ input_tokens: 1_000_001 }, '2.000002'],
    [{ cached_input_tokens: 1_000_000 }, '100'],
    [{ cached_input_tokens: 1_000_001 }, '200.0002'],
    [{ cache_creation_input_tokens: 1_000_000 }, '1000'],
    [{ cache_creation_input_tokens: 1_000_001 }, '2000.002'],
    [{ cache_creation_input_tokens: 1_000_001, cache_creation_1h_input_tokens: 1_000_001 }, '20000.02'],
    [{ output_tokens: 2_000_000 }, '20'],
    [{ input_tokens: 1_000_001, output_tokens: 1_000_000 }, '22.000002'],
  ])('wire-rule 114: begins one token beyond it, whatever kind of input that is: %j is %s', (counters, usd) => {
    expect(dollars(counters, 'a:apart')).toBe(usd)
  })

  test('is one of the shipped ones', () => {
    const at = (input: number) =>
      costOf(billOf(usage({ input_tokens: input }), answered('anthropic:claude-haiku-5-5'), CURRENT_PRICES, AT))
    expect(at(100_000).cost_usd).toBe('0.01')
    expect(at(100_001).cost_usd).toBe('0.0500005')
  })
})

describe('the price', () => {
  test('wire-rule 114: follows the served model where it has one', () => {
    expect(dollars({ input_tokens: 1_000_000 }, 'a:plain', 'a:full')).toBe('2.5')
  })

  test('is that of the asked-for model where the served name is a release of it', () => {
    expect(dollars({ input_tokens: 1_000_000 }, 'a:full-20260101', 'a:full')).toBe('3')
  })

  test('wire-rule 115: of a model nobody priced is null, never 0', () => {
    expect(cost({ input_tokens: 1 }, 'x:unknown')).toEqual({ cost_usd: null, pricing_version: null })
    expect(cost({}, 'x:unknown')).toEqual({ cost_usd: null, pricing_version: null })
    expect(cost({ input_tokens: 1 }, 'a:another', 'a:full')).toEqual({ cost_usd: null, pricing_version: null })
  })

  test('wire-rule 115: that lacks a rate for tokens that were counted is a part of it, and says so', () => {
    expect(cost({ input_tokens: 10, cached_input_tokens: 1 }, 'a:plain')).toEqual({
      cost_usd: '0.000025',
      pricing_version: '2026-05-08',
      cost_state: 'partial',
    })
    expect(dollars({ cache_creation_input_tokens: 1, cache_creation_1h_input_tokens: 1 }, 'a:long')).toBeNull()
    expect(dollars({ input_tokens: 10 }, 'a:plain')).toBe('0.000025')
  })
})

const counter = fc.integer({ min: 0, max: 2 ** 40 })
const anyUsage = fc.record({
  input_tokens: counter,
  output_tokens: counter,
  cached_input_tokens: counter,
  cache_creation_input_tokens: counter,
})

test('the cost of a sum of usages is the sum of their costs', () => {
  fc.assert(
    fc.property(anyUsage, anyUsage, (a, b) => {
      const both = usage({
        input_tokens: a.input_tokens + b.input_tokens,
        output_tokens: a.output_tokens + b.output_tokens,
        cached_input_tokens: a.cached_input_tokens + b.cached_input_tokens,
        cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
      })
      expect(dollars(both, 'a:full')).toBe(addCost(dollars(a, 'a:full') ?? '', dollars(b, 'a:full')))
    }),
  )
})

test('the cost equals integer arithmetic in hundredths of a millionth of a cent', () => {
  fc.assert(
    fc.property(anyUsage, (a) => {
      const units =
        BigInt(a.input_tokens) * 300n +
        BigInt(a.output_tokens) * 1500n +
        BigInt(a.cached_input_tokens) * 30n +
        BigInt(a.cache_creation_input_tokens) * 375n
      const digits = String(units).padStart(9, '0')
      const plain = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
      expect(dollars(a, 'a:full')).toBe(plain)
    }),
  )
})

describe('a sum of costs', () => {
  test('is exact where floating point is not', () => {
    expect(addCost('0.1', '0.2')).toBe('0.3')
    expect(addCost('99999999999999999999', '0.00000000000000000001')).toBe('99999999999999999999.00000000000000000001')
  })

  test('stays as it is when something unpriced is added', () => {
    expect(addCost('1.50', null)).toBe('1.50')
  })
})

describe('what a cache saved', () => {
  const billed = (counters: Partial<TokenUsage>, model: string) =>
    billOf(usage(counters), { served: model, asked: model, by_own_server: false }, table, '2026-05-08T12:00:00Z')
  const saved = (counters: Partial<TokenUsage>, model = 'a:full') => billed(counters, model).cache_saved_usd
  const premium = (counters: Partial<TokenUsage>, model = 'a:full') => billed(counters, model).cache_write_premium_usd

  test.each([
    // 1,000,000 read for $0.30 instead of $3.
    [{ cached_input_tokens: 1_000_000, output_tokens: 5 }, '2.7'],
    // Writing costs more than reading would have.
    [{ cache_creation_input_tokens: 1_000_000 }, '-0.75'],
    [{ cache_creation_input_tokens: 1_000_000, cache_creation_1h_input_tokens: 1_000_000 }, '-3'],
    [{ input_tokens: 1_000 }, '0'],
  ])('by %j is $%s', (counters, dollars) => expect(saved(counters)).toBe(dollars))

  test('is not known where the cache has no rate, or the model no price; a free one saves nothing', () => {
    expect(saved({ input_tokens: 1, cached_input_tokens: 1 }, 'a:plain')).toBeNull()
    expect(saved({ cached_input_tokens: 1 }, 'a:nobody')).toBeNull()
    expect(saved({ cached_input_tokens: 1 }, 'a:free')).toBe('0')
  })

  test('says apart what writing to it cost above reading as input, whatever was read from it', () => {
    const written = { cache_creation_input_tokens: 2_000_000, cache_creation_1h_input_tokens: 1_000_000 }
    expect(premium({ ...written, cached_input_tokens: 1_000_000, input_tokens: 7 })).toBe('3.75')
    expect(premium({ cached_input_tokens: 1_000_000 })).toBe('0')
    expect(premium({ cache_creation_input_tokens: 1 }, 'a:plain')).toBeNull()
    expect(premium({ cache_creation_input_tokens: 1 }, 'a:nobody')).toBeNull()
    expect(premium({ cache_creation_input_tokens: 1 }, 'a:free')).toBe('0')
  })
})
