import { describe, expect, test } from 'vitest'
import { type AnswerFrame, answerMessage, publicStreamEvent } from '#lib/canonical/answer.ts'
import { messageViolations } from '#lib/canonical/invariant.ts'
import { Message } from '#lib/canonical/message.ts'
import type { MessageComplete } from '#lib/canonical/stream-event.ts'

const usage = { input_tokens: 8, output_tokens: 42, cached_input_tokens: 0, cache_creation_input_tokens: 0 }
const answer: MessageComplete = {
  type: 'message.complete',
  stop_reason: 'end_turn',
  final_content: [{ type: 'text', text: 'Hi' }],
  usage,
  model: 'a:served',
  provider: 'a',
  latency_ms: 820,
  time_to_first_token_ms: 100,
  provider_raw: { id: 'msg_1' },
}
const frame: AnswerFrame = {
  id: '01HZ0000000000000000000001',
  session_id: 's',
  turn_id: 't',
  attribution: { user_id: 'anna' },
  created_at: '2026-05-08T12:00:00.000001Z',
  routing: { mode: 'default', chosen_model: 'a:asked', reason: 'r', alternatives_considered: [] },
  cost: { cost_usd: '0.000654', pricing_version: '2026-05-08' },
}

describe('the message of an answer', () => {
  test('is complete and keeps the served model beside the one asked for', () => {
    const message = answerMessage(answer, frame)
    expect(Message.parse(message)).toEqual(message)
    expect(messageViolations(message)).toEqual([])
    expect(message.metadata).toEqual({
      model: 'a:served',
      provider: 'a',
      routing: frame.routing,
      usage: { ...usage, cost_usd: '0.000654', pricing_version: '2026-05-08', latency_ms: 820 },
      status: 'complete',
      stop_reason: 'end_turn',
      turn_id: 't',
      user_id: 'anna',
      provider_raw: { id: 'msg_1' },
    })
  })

  test('is cancelled when the answer was', () => {
    expect(answerMessage({ ...answer, stop_reason: 'cancelled' }, frame).metadata.status).toBe('cancelled')
  })

  test('is an error, with its class, when the call failed', () => {
    const error = { error_class: 'network', message: 'the connection broke' } as const
    const { provider_raw: _, ...bare } = answer
    const { metadata } = answerMessage({ ...bare, stop_reason: 'error' }, { ...frame, error })
    expect(metadata).toMatchObject({ status: 'error', error })
    expect(metadata).not.toHaveProperty('provider_raw')
  })
})

test('an event leaves the server without provider_raw, and is otherwise untouched', () => {
  const { provider_raw: _, ...visible } = answer
  expect(publicStreamEvent(answer)).toEqual(visible)
  expect(publicStreamEvent(visible)).toBe(visible)
  const delta = { type: 'text.delta', content_block_index: 0, text: 'a' } as const
  expect(publicStreamEvent(delta)).toBe(delta)
})
