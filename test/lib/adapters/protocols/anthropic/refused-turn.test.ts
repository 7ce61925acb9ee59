import { expect, test } from 'vitest'
import { fromWire } from '#lib/adapters/protocols/anthropic/from-wire.ts'
import { toWire } from '#lib/adapters/protocols/anthropic/to-wire.ts'
import type { Message } from '#lib/canonical/message.ts'
import { anthropicFaults } from '#test/support/anthropic-validator.ts'
import {
  assistant,
  call,
  canonicalRequest,
  testTarget,
  text,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

const MODEL = 'anthropic:test-model'
const OWN = { model: MODEL, provider: 'anthropic' }
const REFUSED = { ...OWN, stop_reason: 'refusal' as const }

function sent(messages: Message[], model = MODEL) {
  const target = testTarget({ model, options: { prompt_caching: false } })
  const body = toWire(canonicalRequest({ messages, model }), target)
  expect(anthropicFaults(body)).toEqual([])
  return { said: (body.messages as unknown as Message[]).map(({ content }) => content), records: target.records }
}

test('wire-rule 165: a turn that the model refused is gone from the next request, question, calls and all, and that is recorded', () => {
  const turn = [user('How?'), assistant([call('tu_1')], OWN), toolMessage('tu_1'), assistant('Well, ', REFUSED)]
  const { said, records } = sent([user('Hi'), assistant('Hello', OWN), ...turn, user('Something else')])
  expect(said).toEqual([[text('Hi')], [text('Hello')], [text('Something else')]])
  expect(records.map(({ message_id, action }) => [message_id, action])).toEqual(turn.map(({ id }) => [id, 'dropped']))
})

test('wire-rule 165: also where the refusal said nothing, and where it came first', () => {
  expect(sent([user('How?'), assistant([], REFUSED), user('Hi')]).said).toEqual([[text('Hi')]])
})

test('wire-rule 165: another model gets the turn, and a refusal that nothing follows stays', () => {
  const turn = [user('How?'), assistant('Well, ', REFUSED)]
  expect(sent([...turn, user('And you?')], 'anthropic:other').said).toHaveLength(3)
  expect(sent(turn).said).toEqual([[text('How?')], [text('Well,')]])
})

test.each([
  [{ category: 'cyber', explanation: 'This could enable cyber harm.' }, 'This could enable cyber harm.'],
  [{ category: 'frontier_llm' }, 'It may help to train or copy a large language model.'],
  [{ category: 'a_newer_one', explanation: ' ' }, 'Its reason: a_newer_one.'],
  [{}, undefined],
  [null, undefined],
])('wire-rule 165: of a refusal with %j a person reads %s', (stop_details, words) => {
  const body = { model: 'test-model', content: [], stop_reason: 'refusal', stop_details, usage: {} }
  const answer = fromWire(body, {
    provider: 'anthropic',
    model: MODEL,
    served: () => MODEL,
    newToolUseId: () => 'tu_1',
    warn: () => {},
  })
  expect([answer.stop_reason, answer.stop_explanation]).toEqual(['refusal', words])
})
