import { expect, test } from 'vitest'
import type { Message, MessageStatus } from '#lib/canonical/message.ts'
import { addSpending, NOTHING_SPENT } from '#lib/models/spending.ts'
import { ANSWERED, messageOf } from '#test/support/session-builder.ts'

const NO_TOKENS = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_creation_input_tokens: 0 }

function answer(cost_usd: string | null, status: MessageStatus = 'complete', counters: object = {}): Message {
  const usage = { ...NO_TOKENS, input_tokens: 1, cost_usd, pricing_version: null, latency_ms: 1, ...counters }
  return messageOf({ id: 'S' }, { role: 'assistant', metadata: { ...ANSWERED, status, usage } })
}

const spent = (...answers: Message[]) => answers.reduce(addSpending, NOTHING_SPENT)

test('nothing is spent before the first answer', () => {
  expect(spent()).toEqual({ cost_usd: '0', unpriced_calls: 0 })
})

test('priced answers are their exact sum', () => {
  expect(spent(answer('0.1'), answer('0.2'))).toEqual({ cost_usd: '0.3', unpriced_calls: 0 })
})

test('answers that all have no price have no sum, and are counted', () => {
  expect(spent(answer(null))).toEqual({ cost_usd: null, unpriced_calls: 1 })
  expect(spent(answer(null), answer(null))).toEqual({ cost_usd: null, unpriced_calls: 2 })
})

test('a sum says how many answers are missing in it, in whichever order they came', () => {
  expect(spent(answer(null), answer('0.1'), answer(null))).toEqual({ cost_usd: '0.1', unpriced_calls: 2 })
  expect(spent(answer('0.1'), answer(null))).toEqual({ cost_usd: '0.1', unpriced_calls: 1 })
})

test('what is free is zero, and beside something unpriced it is no sum', () => {
  expect(spent(answer('0'), answer('0'))).toEqual({ cost_usd: '0', unpriced_calls: 0 })
  expect(spent(answer('0'), answer(null))).toEqual({ cost_usd: null, unpriced_calls: 1 })
  expect(spent(answer(null), answer('0'))).toEqual({ cost_usd: null, unpriced_calls: 1 })
})

test.each(['input_tokens', 'output_tokens', 'cached_input_tokens', 'cache_creation_input_tokens'])(
  'an answer that broke off is missing in the sum when it counted %s',
  (counter) => {
    const broken = answer(null, 'error', { ...NO_TOKENS, [counter]: 1 })
    expect(spent(answer('0.5'), broken)).toEqual({ cost_usd: '0.5', unpriced_calls: 1 })
  },
)

test('a call that never got anywhere costs nothing, whoever was called; a complete answer that counted nothing does not', () => {
  expect(spent(answer(null, 'error', NO_TOKENS), answer(null, 'cancelled', NO_TOKENS))).toEqual(NOTHING_SPENT)
  expect(spent(answer(null, 'complete', NO_TOKENS))).toEqual({ cost_usd: null, unpriced_calls: 1 })
})

test('a message without usage costs nothing, and one without a status is complete', () => {
  const { usage: _, ...metadata } = ANSWERED
  expect(spent(messageOf({ id: 'S' }, { role: 'assistant', metadata }))).toEqual(NOTHING_SPENT)
  const bare = answer(null, 'complete', NO_TOKENS)
  const { status: __, ...rest } = bare.metadata
  expect(spent({ ...bare, metadata: rest })).toEqual({ cost_usd: null, unpriced_calls: 1 })
})
