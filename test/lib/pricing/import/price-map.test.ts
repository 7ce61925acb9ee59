import { describe, expect, test } from 'vitest'
import { importPriceMap } from '#lib/pricing/import/price-map.ts'
import { PriceTable } from '#lib/pricing/price.ts'
import { factsOf } from '#test/support/recording.ts'

const DAY = '2026-08-01'
const row = (text: string) => `{"litellm_provider": "openai", "mode": "chat", ${text}}`
const read = (model: string, text: string) => importPriceMap(`{"${model}": ${text}}`, DAY)
const price = (text: string, model = 'gpt-x') => read(model, row(text)).models[`openai:${model}`]
const reasons = (text: string) => read('gpt-x', row(text)).unknown.map(({ reason }) => reason)
const SOURCE = {
  source: 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json',
  read_on: DAY,
}
const BASE = '"input_cost_per_token": 3e-06, "output_cost_per_token": 1.5e-05'
const base = { input_per_mtok_usd: '3', output_per_mtok_usd: '15' }

describe('a row of the price map', () => {
  test('has its rates for a million tokens, exact however they are written, with source and day', () => {
    const cached = '"cache_read_input_token_cost": 0.0000003, "cache_creation_input_token_cost": 3.75E-6'
    expect(price(`${BASE}, ${cached}`)).toEqual({
      ...base,
      cached_read_per_mtok_usd: '0.3',
      cache_write_per_mtok_usd: '3.75',
      source: SOURCE,
    })
    expect(price('"input_cost_per_token": 1.3e-10, "output_cost_per_token": 1, "x": 1')).toBeUndefined()
    expect(price('"input_cost_per_token": 1.3e-10, "output_cost_per_token": 6e-04')).toMatchObject({
      input_per_mtok_usd: '0.00013',
      output_per_mtok_usd: '600',
    })
  })

  test('has the page that it names as its source', () => {
    expect(price(`${BASE}, "source": "https://prices.example"`)).toMatchObject({
      source: { source: 'https://prices.example', read_on: DAY },
    })
  })

  test('has a step of its input, its tiers, and both together, where all of one are there', () => {
    const step = '"input_cost_per_token_above_200k_tokens": 6e-06, "output_cost_per_token_above_200k_tokens": 2.25e-05'
    const flex = '"input_cost_per_token_flex": 1.5e-06, "output_cost_per_token_flex": 7.5e-06'
    const both =
      '"input_cost_per_token_above_200k_tokens_flex": 3e-06, "output_cost_per_token_above_200k_tokens_flex": 1e-05'
    const half = '"input_cost_per_token_priority": 6e-06'
    expect(price(`${BASE}, ${step}, ${flex}, ${both}, ${half}`)).toMatchObject({
      conditional: [
        { input_per_mtok_usd: '1.5', output_per_mtok_usd: '7.5', when: { service_tier: 'flex' } },
        { input_per_mtok_usd: '6', output_per_mtok_usd: '22.5', when: { above_input_tokens: 200_000 } },
        {
          input_per_mtok_usd: '3',
          output_per_mtok_usd: '10',
          when: { above_input_tokens: 200_000, service_tier: 'flex' },
        },
      ],
    })
  })

  test('of xAI has its step from the count on', () => {
    const step = '"input_cost_per_token_above_200k_tokens": 6e-06, "output_cost_per_token_above_200k_tokens": 2e-05'
    const { models } = read('xai/grok', `{"litellm_provider": "xai", "mode": "chat", ${BASE}, ${step}}`)
    expect(models['xai:grok']).toMatchObject({ conditional: [{ when: { from_input_tokens: 200_000 } }] })
  })

  test('with a list of steps has the first as its price and the others as conditions', () => {
    const tiers = `"tiered_pricing": [{"range": [256000.0, 1000000.0], "input_cost_per_token": 2e-06, "output_cost_per_token": 4e-06},
      {"range": [0, 256000.0], "input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}]`
    expect(price(tiers)).toMatchObject({
      input_per_mtok_usd: '1',
      conditional: [{ input_per_mtok_usd: '2', when: { above_input_tokens: 256_000 } }],
    })
  })

  test('has a fee for each request', () => {
    expect(price(`${BASE}, "input_cost_per_request": 0.005`)).toMatchObject({ per_request_usd: '0.005' })
  })

  test('takes the older name of cached input, and no price of 0 for it beside a price of input', () => {
    expect(price(`${BASE}, "input_cost_per_token_cache_hit": 1e-07`)).toMatchObject({ cached_read_per_mtok_usd: '0.1' })
    expect(price(`${BASE}, "cache_read_input_token_cost": 0`)).toEqual({ ...base, source: SOURCE })
  })
})

describe('what is left out is listed with its reason', () => {
  test.each([
    [
      '"input_cost_per_token": 0.2, "output_cost_per_token": 0.2',
      'input_cost_per_token would be 200000 dollars for a million tokens: the unit must be wrong',
    ],
    [
      '"input_cost_per_token": 2.9999900000000002e-06, "output_cost_per_token": 1e-06',
      'input_cost_per_token has more than six decimals for a million tokens: 2.9999900000000002',
    ],
    ['"input_cost_per_token": -1e-06, "output_cost_per_token": 1e-06', 'input_cost_per_token is negative: -0.000001'],
    ['"input_cost_per_token": "3e-06", "output_cost_per_token": 1e-06', 'input_cost_per_token is no number'],
    [
      '"input_cost_per_token": 0, "output_cost_per_token": 0.0',
      'costs 0, which may mean that nobody knows: say "free" where it is',
    ],
    ['"output_cost_per_token": 1e-06', 'has no price for input and output'],
    ['"x": 1', 'has no price for input and output'],
  ])('%s', (text, reason) => {
    expect(read('gpt-x', row(text))).toEqual({ models: {}, unknown: [{ model: 'gpt-x', reason }] })
  })

  test('of other kinds of models and of other providers', () => {
    const of = (mode: string, provider: string) => `{"mode": "${mode}", "litellm_provider": "${provider}", ${BASE}}`
    expect(read('a', of('embedding', 'openai')).unknown).toEqual([
      { model: 'a', reason: 'is no chat model: embedding' },
    ])
    expect(read('a', of('chat', 'bedrock')).unknown).toEqual([
      { model: 'a', reason: 'is of a provider that is not known here: bedrock' },
    ])
    expect(read('a', of('chat', 'groq')).unknown).toEqual([
      { model: 'a', reason: 'has a name that is not one of groq' },
    ])
    expect(read('a', '3').unknown).toEqual([{ model: 'a', reason: 'is no row of prices' }])
    expect(read('__proto__', of('chat', 'constructor')).models).toEqual({})
  })

  test('of parts, while the rest is taken', () => {
    expect(reasons(`${BASE}, "input_cost_per_audio_token": 1e-05, "output_cost_per_image": 0.04`)).toEqual([
      'without what it asks for other things than text: input_cost_per_audio_token, output_cost_per_image',
    ])
    expect(reasons(`${BASE}, "output_cost_per_reasoning_token": 2e-05`)).toEqual([
      'without its rate of reasoning: here it costs what other output does',
    ])
    const priority = '"input_cost_per_token_priority": 3e-06, "output_cost_per_token_priority": 1.5e-05'
    expect(reasons(`${BASE}, ${priority}`)).toEqual([
      'without its priority tier, which costs the same as the ordinary one',
    ])
    const hour = '"cache_creation_input_token_cost_above_1hr": 7e-06'
    expect(read('claude', `{"litellm_provider": "anthropic", "mode": "chat", ${BASE}, ${hour}}`)).toEqual({
      models: { 'anthropic:claude': { ...base, source: SOURCE } },
      unknown: [{ model: 'claude', reason: 'without its rate of one-hour writes, which is not twice that of input' }],
    })
  })

  test('and rows that describe the map are passed over', () => {
    expect(importPriceMap('{"sample_spec": {}, "fallback_generalizations": {}}', DAY)).toEqual({
      models: {},
      unknown: [],
    })
  })
})

test.each(['', '{"a": ', '[]', '3', 'null'])('%j is no price map', (text) => {
  expect(() => importPriceMap(text, DAY)).toThrow(/JSON|price map/)
})

const text = factsOf('price-map/model_prices_and_context_window.json') ?? '{}'

describe.skipIf(text === '{}')('a real copy of the map', () => {
  const { models, unknown } = importPriceMap(text, DAY)

  test('makes a table that can be published', () => {
    expect(PriceTable.safeParse({ pricing_version: 'v', models }).success).toBe(true)
    expect(Object.keys(models).length).toBeGreaterThan(700)
  })

  test('has every row taken or listed', () => {
    const rows = Object.keys(JSON.parse(text)).filter(
      (key) => key !== 'sample_spec' && key !== 'fallback_generalizations',
    )
    const listed = new Set(unknown.map(({ model }) => model))
    const taken = new Set(Object.keys(models).map((id) => id.slice(id.indexOf(':') + 1)))
    const missing = rows.filter(
      (key) => !listed.has(key) && !taken.has(key) && !taken.has(key.slice(key.indexOf('/') + 1)),
    )
    expect(missing).toEqual([])
  })

  test('has what is known of single rows', () => {
    expect(models['openai:gpt-5']).toMatchObject({
      input_per_mtok_usd: '1.25',
      output_per_mtok_usd: '10',
      cached_read_per_mtok_usd: '0.125',
    })
    // One-hour writes of these two are wrong in this copy.
    const withoutHours = unknown.flatMap(({ model, reason }) => (reason.includes('one-hour') ? [model] : []))
    expect(withoutHours.sort()).toEqual(['claude-3-haiku-20240307', 'claude-3-opus-20240229'])
  })
})
