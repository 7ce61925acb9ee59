import { describe, expect, test } from 'vitest'
import { OPENAI_DIALECT } from '#lib/adapters/protocols/chat-completions/dialect.ts'
import { readUsage } from '#lib/adapters/protocols/chat-completions/usage.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

function warned(usage: JsonObject, dialect = {}) {
  const context = answerContext()
  const counted = readUsage(usage, { ...OPENAI_DIALECT, ...dialect }, context.warn)
  return { counted, warnings: context.warnings }
}

/** Of a host whose figures agree. */
function read(usage: JsonObject, dialect = {}) {
  const { counted, warnings } = warned(usage, dialect)
  expect(warnings).toEqual([])
  return counted
}
const counters = (input: number, output: number, cached = 0, written = 0) => ({
  input_tokens: input,
  output_tokens: output,
  cached_input_tokens: cached,
  cache_creation_input_tokens: written,
})

describe('usage as disjoint counters', () => {
  test('wire-rule 67: what was cached is taken out of the prompt, and reasoning stays in the completion', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 20 },
    }
    expect(read(usage)).toEqual({ ...counters(10, 50, 60, 30), reasoning_tokens: 20 })
  })

  test.each([
    ['DeepSeek', { prompt_cache_hit_tokens: 60 }, counters(40, 5, 60)],
    ['Moonshot', { cached_tokens: 60 }, counters(40, 5, 60)],
    ['a gateway to Anthropic', { cache_creation_input_tokens: 60 }, counters(40, 5, 0, 60)],
    ['another', { prompt_tokens_details: { cache_creation_tokens: 60 } }, counters(40, 5, 0, 60)],
    ['a host without figures for it', { prompt_tokens_details: null }, counters(40 + 60, 5)],
  ])('%s names the cached part in its own way', (_host, fields, expected) => {
    expect(read({ prompt_tokens: 100, completion_tokens: 5, ...fields })).toEqual(expected)
  })

  test('wire-rule 229: what is said of the cache in two places is the same tokens, counted once', () => {
    const twice = { prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 }, cache_read_input_tokens: 60 }
    const usage = { prompt_tokens: 100, completion_tokens: 5, cache_creation_input_tokens: 30, cached_tokens: 60 }
    expect(read({ ...usage, ...twice })).toEqual(counters(10, 5, 60, 30))
    const { cached_tokens: _top, ...beside } = usage
    expect(read({ ...beside, cache_read_input_tokens: 60 })).toEqual(counters(10, 5, 60, 30))
  })

  test('a tier beside which the answer came is kept', () => {
    expect(read({ prompt_tokens: 1, completion_tokens: 1, service_tier: 'flex' })).toEqual({
      ...counters(1, 1),
      service_tier: 'flex',
    })
  })

  test('wire-rule 112: tokens that a gateway counts as both read and written are counted once', () => {
    const details = { cached_tokens: 2161, cache_write_tokens: 2161 }
    expect(read({ prompt_tokens: 2168, completion_tokens: 1, prompt_tokens_details: details })).toEqual(
      counters(7, 1, 2161, 0),
    )
  })

  test('wire-rule 112: a host that counts more cached than there was is clamped at zero, and that is said', () => {
    const { counted, warnings } = warned({ prompt_tokens: 10, completion_tokens: 1, cached_tokens: 12 })
    expect(counted).toEqual(counters(0, 1, 12))
    expect(warnings).toEqual(['the token counts of the host contradict each other {"counter":"cached"}'])
  })

  test('wire-rule 67: a host whose prompt figure leaves out the cached part is told by its dialect', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 1, cached_tokens: 60 }
    expect(read(usage, { prompt_includes_cached: false })).toEqual(counters(100, 1, 60))
  })

  test('wire-rule 235: reasoning beside the completion is output too: the host’s own sum tells, else its dialect', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 20, completion_tokens_details: { reasoning_tokens: 300 } }
    const whole = { ...counters(100, 320), reasoning_tokens: 300 }
    expect(read({ ...usage, total_tokens: 420 })).toEqual(whole)
    expect(read(usage, { completion_includes_reasoning: false })).toEqual(whole)
  })

  test('wire-rule 182: thoughts that Gemini counts in the sum alone are output, so that they are paid for', () => {
    const usage = { prompt_tokens: 35, completion_tokens: 12, total_tokens: 109 }
    expect(read(usage, { completion_includes_reasoning: false })).toEqual({ ...counters(35, 74), reasoning_tokens: 62 })
    expect(read(usage)).toEqual(counters(35, 12))
  })

  test('reasoning is never more than the output it is a part of', () => {
    const usage = { prompt_tokens: 40, completion_tokens: 14, total_tokens: 54, reasoning_tokens: 43 }
    const { counted, warnings } = warned(usage)
    expect(counted).toEqual({ ...counters(40, 14), reasoning_tokens: 14 })
    expect(warnings).toEqual([expect.stringContaining('"reasoning"')])
  })

  test('names of other formats are understood, and what is no count is none', () => {
    expect(read({ input_tokens: 3.7, output_tokens: 2 })).toEqual(counters(3, 2))
    expect(read({ prompt_tokens: -1, completion_tokens: 2 })).toEqual(counters(0, 2))
    expect(read({ prompt_tokens: 4, completion_tokens: null })).toEqual(counters(4, 0))
    expect(read({ prompt_tokens: '4', total_tokens: 4 })).toBeNull()
  })
})
