import { describe, expect, test } from 'vitest'
import { responses } from '#lib/adapters/protocols/responses/protocol.ts'
import { toWire } from '#lib/adapters/protocols/responses/to-wire.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Cassette } from '#test/support/cassette.ts'
import { cassettes, play, wireEvents } from '#test/support/cassette.ts'
import { assistant, canonicalRequest, testTarget, user } from '#test/support/message-builder.ts'

/** The items as the wire had them at their end, read from the raw body alone. */
function recordedItems({ streaming, response }: Cassette): JsonObject[] {
  if (!streaming) return JSON.parse(response.body).output
  return wireEvents(response.body)
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data))
    .filter(({ type }) => type === 'response.output_item.done')
    .map(({ item }) => item)
}

const named = (name: string): Cassette => {
  const found = cassettes('openai.responses').find((each) => each.name === name)
  if (!found) throw new TypeError(`no cassette ${name}`)
  return found
}

/** The host that wrote it takes it back letter by letter; what any other gets is tested by wire-rule 126. */
const TAKES_TEXT = { invalid_arguments: 'verbatim' }

function sentBack(cassette: Cassette, store = (said: Message) => said) {
  const { answer } = play(responses, cassette)
  if (!answer) throw new TypeError(`${cassette.name} holds no answer`)
  const { provider } = cassette
  const { final_content, model, provider_raw = {}, provider_ids } = answer
  const target = testTarget({ provider, format: 'openai.responses', model, wire_name: 'x', options: TAKES_TEXT })
  const tool_ids = new Map([...provider_ids].map(([id, own]) => [id, { provider, provider_id: own ?? '' }] as const))
  const said = assistant(final_content, { model, provider, provider_raw })
  const body = toWire(canonicalRequest({ messages: [user('Hello'), store(said)], tool_ids }), target)
  return { items: (body.input as JsonObject[]).slice(1), records: target.records }
}

test('wire-rule 169: the phase of each message goes back with it, also when it comes from a store, and nowhere else', () => {
  const cassette = named('reasoning-phases-parallel-calls')
  const phases = (items: JsonObject[]) => items.flatMap(({ phase }) => phase ?? [])
  expect(phases(recordedItems(cassette))).toEqual(['commentary'])
  expect(phases(sentBack(cassette, (stored) => JSON.parse(JSON.stringify(stored))).items)).toEqual(['commentary'])
  const { answer } = play(responses, cassette)
  expect(JSON.stringify(answer?.final_content)).not.toContain('commentary')
})

describe('an answer put back into history for its own model is the same, item for item', () => {
  test.each([
    'reasoning-phases-parallel-calls',
    'refusal-after-text',
    'tools-of-the-provider',
    'custom-call',
    'from-the-future',
    'llama-responses',
    'llama-responses-stream',
    'llama-responses-tools-stream',
  ])('%s', (name) => {
    const cassette = named(name)
    const { items, records } = sentBack(cassette)
    // A call without arguments says so in JSON.
    const expected = recordedItems(cassette).map((item) =>
      item.arguments === '' ? { ...item, arguments: '{}' } : item,
    )
    expect(items).toEqual(expected)
    expect(records).toEqual([])
  })

  test('a message whose first part is of a kind that we do not know', () => {
    const strange = { type: 'output_hologram', shape: 'cube' }
    const said = { type: 'output_text', text: 'Hello', annotations: [] }
    const head = { type: 'message', role: 'assistant', status: 'completed' }
    const output = [
      { ...head, id: 'msg_1', phase: 'commentary', content: [strange, said, strange] },
      { ...head, id: 'msg_2', phase: 'final_answer', content: [strange] },
    ]
    const body = JSON.stringify({ object: 'response', status: 'completed', model: 'm', output })
    const response = { status: 200, headers: {}, body }
    const { items, records } = sentBack({ ...named('llama-responses'), streaming: false, response })
    expect(items).toEqual(output)
    expect(records).toEqual([])
  })

  test('and what goes back does not grow with what the content says already', () => {
    const { answer } = play(responses, named('reasoning-phases-parallel-calls'))
    expect(JSON.stringify(answer?.provider_raw)).not.toMatch(/First thought|look it up/)
  })
})
