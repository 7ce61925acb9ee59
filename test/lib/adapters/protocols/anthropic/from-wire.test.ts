import { expect, test } from 'vitest'
import { fromWire } from '#lib/adapters/protocols/anthropic/from-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext } from '#test/support/cassette.ts'

const context = () => answerContext({ provider: 'anthropic', model: 'anthropic:asked' })
const body = (fields: JsonObject): JsonObject => ({ type: 'message', role: 'assistant', model: 'served', ...fields })

test('a whole answer is read block by block', () => {
  const answer = fromWire(
    body({
      id: 'msg_1',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'text', text: 'Sum:', citations: [{ type: 'char_location', cited_text: 'Sum' }] },
        { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: { b: [null, true] } }, caller: { type: 'direct' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 4 },
    }),
    context(),
  )
  expect(answer).toEqual({
    stop_reason: 'tool_use',
    final_content: [
      { type: 'thinking', text: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'Sum:', citations: [{ cited_text: 'Sum' }] },
      { type: 'tool_use', id: 'tu_1', name: 'add', input: { a: { b: [null, true] } } },
    ],
    usage: { input_tokens: 3, output_tokens: 4, cached_input_tokens: 0, cache_creation_input_tokens: 0 },
    model: 'anthropic:served',
    provider: 'anthropic',
    provider_ids: new Map([['tu_1', 'toolu_1']]),
    provider_raw: {
      format: 'anthropic.messages',
      model: 'served',
      asked_model: 'anthropic:asked',
      id: 'msg_1',
      fields: [
        { index: 1, fields: { citations: [{ type: 'char_location', cited_text: 'Sum' }] } },
        { index: 2, fields: { caller: { type: 'direct' } } },
      ],
    },
  })
})

test('an answer may be empty: a stop sequence can be its first token', () => {
  const answer = fromWire(body({ content: [], stop_reason: 'stop_sequence', stop_sequence: 'END' }), context())
  expect(answer).toMatchObject({ stop_reason: 'stop_sequence', final_content: [], usage: null })
  expect(answer.provider_raw).toMatchObject({ stop_sequence: 'END' })
})

test('a host may send its text bare, and no model', () => {
  const answer = fromWire({ content: 'Hi', stop_reason: 'end_turn' }, context())
  expect(answer).toMatchObject({ final_content: [{ type: 'text', text: 'Hi' }], model: 'anthropic:asked' })
})

test('a 200 that holds an error, or no message at all, is thrown', () => {
  const failed = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  expect(() => fromWire(failed, context())).toThrow('Overloaded')
  expect(() => fromWire({ ...failed, content: [] }, context())).toThrow('Overloaded')
  expect(() => fromWire({ error: 'busy' }, context())).toThrow('busy')
  expect(() => fromWire({ hello: 1 }, context())).toThrow('the answer is not a message')
})
