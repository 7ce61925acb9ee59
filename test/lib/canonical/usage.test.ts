import { describe, expect, test } from 'vitest'
import { TokenUsage, Usage } from '#lib/canonical/usage.ts'

const usage = {
  input_tokens: 1,
  output_tokens: 2,
  cost_usd: '0.000654',
  pricing_version: '2026-05-08',
  latency_ms: 820,
}

describe('usage', () => {
  test('without cache counters has none', () => {
    expect(TokenUsage.parse({ input_tokens: 1, output_tokens: 2 })).toEqual({
      input_tokens: 1,
      output_tokens: 2,
      cached_input_tokens: 0,
      cache_creation_input_tokens: 0,
    })
  })

  test('keeps the optional counters, and those of a newer version', () => {
    const counters = {
      input_tokens: 1,
      output_tokens: 2,
      cached_input_tokens: 3,
      cache_creation_input_tokens: 4,
      cache_creation_1h_input_tokens: 2,
      reasoning_tokens: 1,
      estimated: true,
      audio_tokens: 9,
    }
    expect(TokenUsage.parse(counters)).toEqual(counters)
  })

  test.each([-1, 1.5, '1', null, Number.NaN])('has no counter of %s', (input_tokens) => {
    expect(TokenUsage.safeParse({ input_tokens, output_tokens: 0 }).success).toBe(false)
  })

  test.each(['0', '0.000654', '12345678901234567890.123'])('may cost %s', (cost_usd) => {
    expect(Usage.parse({ ...usage, cost_usd }).cost_usd).toBe(cost_usd)
  })

  test('may be unpriced', () => {
    expect(Usage.parse({ ...usage, cost_usd: null, pricing_version: null })).toMatchObject({ cost_usd: null })
  })

  test.each([0.000654, '6.54e-4', '-1', '1.', '.5', '', '$1'])('never costs %j', (cost_usd) => {
    expect(Usage.safeParse({ ...usage, cost_usd }).success).toBe(false)
  })
})
