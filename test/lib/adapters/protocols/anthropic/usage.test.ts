import { describe, expect, test } from 'vitest'
import { mergeUsage, readUsage, usageDetails } from '#lib/adapters/protocols/anthropic/usage.ts'

describe('counters', () => {
  test('wire-rule 112: are disjoint, whole and never below zero', () => {
    expect(
      readUsage({ input_tokens: -3, output_tokens: 4.4, cache_read_input_tokens: 'x', cache_creation_input_tokens: 2 }),
    ).toEqual({ input_tokens: 0, output_tokens: 4, cached_input_tokens: 0, cache_creation_input_tokens: 2 })
  })

  test('take the cache writes from their split where the host gives no sum', () => {
    const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 }
    expect(readUsage({ input_tokens: 1, output_tokens: 1, cache_creation })).toMatchObject({
      cache_creation_input_tokens: 7,
      cache_creation_1h_input_tokens: 4,
    })
  })

  test('keep a part within its whole', () => {
    expect(
      readUsage({
        input_tokens: 1,
        output_tokens: 5,
        cache_creation_input_tokens: 2,
        cache_creation: { ephemeral_1h_input_tokens: 4 },
        output_tokens_details: { thinking_tokens: 9 },
      }),
    ).toMatchObject({ cache_creation_1h_input_tokens: 2, reasoning_tokens: 5 })
  })

  test('wire-rule 53: output is as reported, thinking included', () => {
    const usage = readUsage({ input_tokens: 1, output_tokens: 900, output_tokens_details: { thinking_tokens: 880 } })
    expect(usage).toMatchObject({ output_tokens: 900, reasoning_tokens: 880 })
  })
})

test('a report without content changes nothing', () => {
  const before = { input_tokens: 1 }
  expect(mergeUsage(before, null)).toBe(before)
  expect(mergeUsage(before, { output_tokens: null })).toBe(before)
  expect(mergeUsage(null, { output_tokens: 2 })).toEqual({ output_tokens: 2 })
})

test('wire-rule 52: iterations and server tools are kept beside the counters', () => {
  const iterations = [{ type: 'compaction', input_tokens: 5, output_tokens: 1 }]
  const details = { iterations, server_tool_use: { web_search_requests: 2 } }
  expect(usageDetails({ input_tokens: 1, output_tokens: 2, speed: null, ...details })).toEqual(details)
  expect(usageDetails(null)).toEqual({})
})
