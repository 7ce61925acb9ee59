import { describe, expect, test } from 'vitest'
import { billed } from '#lib/adapters/answer/billed.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import { billOf } from '#lib/pricing/bill.ts'
import type { RatedPrice, ToolFees } from '#lib/pricing/price.ts'
import { parsePriceTable } from '#lib/pricing/price-table.ts'
import { factsOf } from '#test/support/recording.ts'

// Bills that were worked out by hand from what providers publish: rates and counts here, what they come to in the file.
const { cases } = JSON.parse(factsOf('usage-cases.json') ?? '{"cases": []}') as {
  cases: { id: string; total_usd: string }[]
}

const rates = (input: string, output: string, read?: string, write?: string, write1h?: string) => ({
  input_per_mtok_usd: input,
  output_per_mtok_usd: output,
  ...(read !== undefined && { cached_read_per_mtok_usd: read }),
  ...(write !== undefined && { cache_write_per_mtok_usd: write }),
  ...(write1h !== undefined && { cache_write_1h_per_mtok_usd: write1h }),
})

const SONNET: RatedPrice = {
  ...rates('3', '15', '0.30', '3.75', '6'),
  conditional: [{ when: { above_input_tokens: 200_000 }, ...rates('6', '22.5', '0.60', '7.5', '12') }],
}
const OPUS_46: RatedPrice = {
  ...rates('5', '25', '0.50', '6.25', '10'),
  conditional: [{ when: { service_tier: 'fast' }, ...rates('30', '150') }],
}
const OPUS_5: RatedPrice = {
  ...rates('5', '25'),
  conditional: [{ when: { service_tier: 'us' }, ...rates('5.5', '27.5') }],
}
const GPT_5: RatedPrice = {
  ...rates('1.25', '10', '0.125'),
  conditional: [
    { when: { service_tier: 'flex' }, ...rates('0.625', '5', '0.0625') },
    { when: { service_tier: 'priority' }, ...rates('2.5', '20', '0.25') },
  ],
}
const O3: RatedPrice = { ...rates('2', '8'), conditional: [{ when: { service_tier: 'flex' }, ...rates('1', '4') }] }
const GPT_55: RatedPrice = {
  ...rates('5', '30', '0.5'),
  conditional: [
    { when: { above_input_tokens: 272_000 }, ...rates('10', '45', '1') },
    { when: { service_tier: 'regional' }, ...rates('5.5', '33') },
  ],
}
const SOL = rates('5', '30', '0.5', '6.25')
const GEMINI: RatedPrice = {
  ...rates('1.25', '10'),
  conditional: [{ when: { above_input_tokens: 200_000 }, ...rates('2.5', '15') }],
}
/** Peak from 01 to 04 and from 06 to 10 on working days. */
const FLASH: RatedPrice = {
  ...rates('0.15', '0.60', '0.003'),
  conditional: [
    {
      when: {
        utc: {
          days: [1, 2, 3, 4, 5],
          hours: [
            [1, 4],
            [6, 10],
          ],
        },
      },
      ...rates('0.30', '1.20', '0.006'),
    },
  ],
}

type Case = [price: RatedPrice, usage: Partial<TokenUsage>, fees?: ToolFees]

const CALLS: Readonly<Record<string, Case>> = {
  A1: [
    SONNET,
    {
      input_tokens: 2_048,
      cached_input_tokens: 1_800,
      cache_creation_input_tokens: 248,
      cache_creation_1h_input_tokens: 100,
      output_tokens: 503,
    },
  ],
  A2: [OPUS_46, { cache_creation_input_tokens: 200_000, cache_creation_1h_input_tokens: 100_000 }],
  A4: [SONNET, { input_tokens: 250_000, output_tokens: 500 }],
  A4b: [SONNET, { input_tokens: 200_000, output_tokens: 500 }],
  A4d: [SONNET, { input_tokens: 150_000, cached_input_tokens: 60_000, output_tokens: 500 }],
  A4e: [SONNET, { cache_creation_input_tokens: 210_000, cache_creation_1h_input_tokens: 210_000 }],
  A6: [
    OPUS_5,
    { input_tokens: 1_000_000, output_tokens: 200_000, service_tier: 'us', tool_uses: { web_search: 1_000 } },
    { web_search: '10' },
  ],
  A7: [
    OPUS_46,
    { input_tokens: 10_000, output_tokens: 1_000, service_tier: 'fast', tool_uses: { web_search: 100 } },
    { web_search: '10' },
  ],
  A9: [
    rates('0.25', '1.25', '0.03', '0.30'),
    { cached_input_tokens: 1_000_000, cache_creation_input_tokens: 1_000_000 },
  ],
  A10: [rates('10', '50', '0.25'), { cached_input_tokens: 1_000_000 }],
  O2: [O3, { input_tokens: 75, output_tokens: 1_186, reasoning_tokens: 1_024 }],
  O3: [GPT_5, { input_tokens: 1_808, output_tokens: 1_061, reasoning_tokens: 1_024 }],
  O5: [SOL, { input_tokens: 128, cached_input_tokens: 1_920, output_tokens: 256 }],
  O5b: [SOL, { input_tokens: 128, cache_creation_input_tokens: 1_920, output_tokens: 256 }],
  O6b: [GPT_55, { input_tokens: 272_000, output_tokens: 1_000 }],
  'O7-standard': [GPT_5, { input_tokens: 6_000, cached_input_tokens: 4_000, output_tokens: 2_000 }],
  'O7-priority': [
    GPT_5,
    { input_tokens: 6_000, cached_input_tokens: 4_000, output_tokens: 2_000, service_tier: 'priority' },
  ],
  'O7-o3flex': [O3, { input_tokens: 1_000_000, output_tokens: 1_000_000, service_tier: 'flex' }],
  O8b: [rates('2.5', '10'), { tool_uses: { web_search: 4 } }, { web_search: '25' }],
  O9: [GPT_55, { input_tokens: 10_000, output_tokens: 1_000, service_tier: 'regional' }],
  G1b: [GEMINI, { input_tokens: 300_000 }],
  G2: [GEMINI, { input_tokens: 27, output_tokens: 200, reasoning_tokens: 194 }],
  D1: [FLASH, { input_tokens: 2_000, cached_input_tokens: 10_000, output_tokens: 1_000 }],
}

/** What is not due for a call, and so in no answer: storage by the day, containers and caches by the minute that they live. */
const NO_CALL = ['O8c', 'O8e', 'G4']

const NOON_OF_A_MONDAY = '2026-11-23T12:00:00.000000Z'
const total = ([price, counted, fees]: Case, at = NOON_OF_A_MONDAY) => {
  const table = parsePriceTable({
    pricing_version: 'case',
    models: { 'host:model': price },
    ...(fees && { tool_fees_per_1000_usd: { host: fees } }),
  })
  const none = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
  const answered = { served: 'host:model', asked: 'host:model', by_own_server: false }
  const { cost_usd, state } = billOf({ ...none, ...counted }, answered, table, at)
  return { cost_usd, state }
}

describe.skipIf(cases.length === 0)('a bill worked out by hand', () => {
  test.each(cases.filter(({ id }) => CALLS[id]))('$id comes to $total_usd', ({ id, total_usd }) => {
    const call = CALLS[id]
    expect(call && total(call)).toEqual({ cost_usd: total_usd, state: 'exact' })
  })

  test('is there for every case but those of no call and that of a host’s own bill', () => {
    const others = cases.map(({ id }) => id).filter((id) => !CALLS[id])
    expect(others).toEqual([...NO_CALL, 'R1'])
  })

  test('of a key of one’s own at OpenRouter has what the provider behind it asks', () => {
    const usage = { cost: 0.95, is_byok: true, cost_details: { upstream_inference_cost: 19 } }
    const expected = cases.find(({ id }) => id === 'R1')?.total_usd
    expect(billed(usage, true)).toEqual({ billed_usd: expected })
    expect(billed({ ...usage, is_byok: false }, true)).toEqual({ billed_usd: '0.95' })
  })
})

test('the same call costs twice as much at DeepSeek’s peak', () => {
  expect(CALLS.D1 && total(CALLS.D1, '2026-11-23T02:00:00.000000Z').cost_usd).toBe('0.00186')
})
