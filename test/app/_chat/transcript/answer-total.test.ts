import { expect, test } from 'vitest'
import { answerTotal } from '#app/_chat/transcript/answer-total.ts'
import { message } from '../frame-builder.ts'

const answer = (cost_usd: string | null, extra = {}) =>
  message('M', 'assistant', 'x', {
    model: 'p:m',
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      cached_input_tokens: 3,
      cache_creation_input_tokens: 2,
      cost_usd,
      pricing_version: null,
      latency_ms: 100,
      ...extra,
    },
  })

test('an answer that took several calls is their sum, cache writes counted as input', () => {
  expect(answerTotal([answer('0.1'), answer('0.02')])).toEqual({
    model: 'p:m',
    input_tokens: 24,
    output_tokens: 10,
    cached_input_tokens: 6,
    cost_usd: '0.12',
    unpriced_calls: 0,
    latency_ms: 200,
    calls: 2,
    estimated: false,
  })
})

test('no price is no cost, and one price among two is a lower bound', () => {
  expect(answerTotal([answer(null)])).toMatchObject({ cost_usd: null, unpriced_calls: 1 })
  expect(answerTotal([answer(null), answer('0.1')])).toMatchObject({ cost_usd: '0.1', unpriced_calls: 1 })
})

test('an estimate in it makes the whole an estimate', () => {
  expect(answerTotal([answer('0'), answer('0', { estimated: true })])?.estimated).toBe(true)
})

test('without any report there is no total', () => {
  expect(answerTotal([])).toBeNull()
  expect(answerTotal([message('M', 'assistant', 'x')])).toBeNull()
})
