import { describe, expect, test } from 'vitest'
import { costToRead, estimateContext } from '#app/_chat/composer/context-estimate.ts'
import { english } from '#app/_texts/english/first.ts'
import { message } from '../frame-builder.ts'

const said = (id: string, text: string) => message(id, 'user', [{ type: 'text', text }])

function answer(id: string) {
  const usage = { input_tokens: 100, output_tokens: 60, cached_input_tokens: 900, cache_creation_input_tokens: 40 }
  const whole = message(id, 'assistant', [{ type: 'text', text: 'long' }])
  return { ...whole, metadata: { ...whole.metadata, usage: { ...usage, reasoning_tokens: 20 } } } as typeof whole
}

describe('what goes with the next question', () => {
  test('is what was counted for the last answer, that answer without its thoughts, and what is written now', () => {
    const path = [said('M1', 'x'), answer('M2')]
    expect(estimateContext(path, 'eight letters', null)).toEqual({ before: 1_080, draft: 4 })
  })

  test('is not nothing after an answer that failed before anything was counted', () => {
    const none = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
    const usage = { ...none, cost_usd: null, pricing_version: null, latency_ms: 1 }
    const failed = message('M4', 'assistant', '', { status: 'error', usage })
    const path = [said('M1', 'x'), answer('M2'), said('M3', 'four'), failed]
    expect(estimateContext(path, '', null).before).toBe(1_081)
  })

  test('is guessed from letters where nothing was counted', () => {
    expect(estimateContext([said('M1', 'four')], '', 'a system prompt.')).toEqual({ before: 5, draft: 0 })
  })
})

describe('what it costs to have it read', () => {
  const price = { input_per_mtok_usd: '3', output_per_mtok_usd: '15', pricing_version: '1' }

  test.each([
    [10_000, price, '≈\u00a0$0.030 to read'],
    [
      300_000,
      { ...price, conditional: [{ ...price, input_per_mtok_usd: '6', when: { above_input_tokens: 200_000 } }] },
      '≈\u00a0$1.80 to read',
    ],
    [10_000, null, 'no price for reading'],
    [10_000, { free: true as const, pricing_version: '1' }, '0 · this machine'],
  ])('%d tokens', (tokens, rates, label) => {
    expect(costToRead(english, tokens, rates)).toBe(label)
  })
})
