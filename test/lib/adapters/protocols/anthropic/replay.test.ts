import { describe, expect, test } from 'vitest'
import type { Answer } from '#lib/adapters/protocol.ts'
import { anthropicMessages } from '#lib/adapters/protocols/anthropic/protocol.ts'
import { isBlockOf } from '#lib/canonical/block.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { answerContext, play, wireEvents } from '#test/support/cassette.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import {
  ALL_CAPABILITIES,
  assistant,
  canonicalRequest,
  testTarget,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'
import { recordingsOf } from '#test/support/recording.ts'

type Block = JsonObject & { type: string }

/** The blocks that a body holds, put together as the documents say, without a look at the code under test. */
function wireContent(body: string, streaming: boolean): Block[] {
  if (!streaming) return JSON.parse(body).content
  const blocks: Block[] = []
  const inputs: string[] = []
  for (const { data } of wireEvents(body)) {
    if (!data.startsWith('{')) continue
    const { type, index, content_block, delta = {} } = JSON.parse(data)
    if (type === 'content_block_start') {
      blocks[index] = content_block
      inputs[index] = ''
    }
    const block = blocks[index]
    if (type !== 'content_block_delta' || !block) continue
    if (delta.type === 'text_delta') block.text = `${block.text}${delta.text}`
    else if (delta.type === 'thinking_delta') block.thinking = `${block.thinking}${delta.thinking}`
    else if (delta.type === 'signature_delta') block.signature = `${block.signature ?? ''}${delta.signature}`
    else if (delta.type === 'compaction_delta') block.content = `${block.content ?? ''}${delta.content}`
    else if (delta.type === 'input_json_delta') inputs[index] += delta.partial_json
    else if (delta.type === 'citations_delta') {
      block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation]
    }
  }
  for (const [index, input] of inputs.entries()) {
    const block = blocks[index]
    if (block?.type.endsWith('tool_use')) block.input = parsedOr(input, block.input ?? {}, block.type)
  }
  return blocks
}

/** A call that was cut off goes back with its text inside an object, which is what the wire takes. */
function parsedOr(text: string, otherwise: JsonObject[string], type: string): JsonObject[string] {
  try {
    return JSON.parse(text)
  } catch {
    return text !== '' && type === 'tool_use' ? { INVALID_JSON: text } : otherwise
  }
}

/** All but what cannot go back: empty text, and the block that a synthetic cassette makes unreadable. */
function sendable(blocks: Block[]): JsonObject[] {
  return blocks.filter(
    (block) => !(block.type === 'text' && block.text === '') && JSON.stringify(block.payload) !== '{}',
  )
}

function sentBack(answer: Answer, model: string): JsonObject[] {
  const stored = structuredClone({ content: answer.final_content, raw: answer.provider_raw })
  const request = canonicalRequest({
    model,
    messages: [
      user('Hello'),
      assistant(stored.content, { model: answer.model, provider: answer.provider, provider_raw: stored.raw }),
      ...stored.content.filter(isBlockOf('tool_use')).map(({ id }) => toolMessage(id)),
      // A call that still runs is legal while nobody speaks (wire-rule 191).
      ...(answer.stop_reason === 'pause_turn' ? [] : [user('Go on')]),
    ],
    tool_ids: new Map(
      [...answer.provider_ids].map(([id, provider_id]) => [
        id,
        { provider: answer.provider, provider_id: provider_id ?? '' },
      ]),
    ),
  })
  const target = testTarget({
    provider: answer.provider,
    model,
    capabilities: { ...ALL_CAPABILITIES, supports_prompt_caching: false },
    // Only an installation can offer it.
    options: { server_tools: [{ type: 'advisor_20260301', name: 'advisor' }] },
  })
  const body = anthropicMessages.toWire(request, target)
  const turn = (body.messages as { role: string; content: JsonObject[] }[]).find(({ role }) => role === 'assistant')
  return turn?.content ?? []
}

const whole = recordingsOf('anthropic.messages')
  .map((recording) => {
    const response = { ...recording.response, status: recording.response.status ?? 200 }
    const request = { body: recording.request?.body ?? null }
    return { ...recording, label: 'recorded' as const, request, response }
  })
  .filter((recording) => recording.response.status === 200)

describe('a recorded answer, put back into history for its own model, is the same content block for block', () => {
  eachRecording(whole.map((recording) => [recording.name, recording] as const))('%s', (_name, recording) => {
    const { answer, failure } = play(anthropicMessages, recording)
    expect(answer).not.toBeNull()
    if (!answer || failure) return
    const wire = sendable(wireContent(recording.response.body, recording.streaming))
    const asked = answerContext({ provider: recording.provider }).model
    expect(sentBack(answer, asked)).toEqual(wire)
    expect(sentBack(answer, answer.model)).toEqual(wire)
  })
})

test('what a cut-off answer leaves of server tools is only what is whole and answered', () => {
  const machine = anthropicMessages.machine(answerContext({ provider: 'anthropic', model: 'anthropic:test-model' }))
  const push = (event: JsonObject) => machine.push({ data: JSON.stringify(event) })
  const tool = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })
  push({ type: 'content_block_start', index: 0, content_block: tool('srvtoolu_1') })
  push({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"query":"a"}' } })
  push({ type: 'content_block_stop', index: 0 })
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
  push({ type: 'content_block_start', index: 1, content_block: found })
  push({ type: 'content_block_stop', index: 1 })
  push({ type: 'content_block_start', index: 2, content_block: tool('srvtoolu_2') })
  push({ type: 'content_block_stop', index: 2 })
  push({ type: 'content_block_start', index: 3, content_block: { type: 'text', text: 'So' } })
  push({ type: 'content_block_start', index: 4, content_block: tool('srvtoolu_3') })
  push({ type: 'content_block_delta', index: 4, delta: { type: 'input_json_delta', partial_json: '{"qu' } })
  const { answer } = machine.end('cancelled')
  expect(answer.stop_reason).toBe('cancelled')
  expect(sentBack(answer, 'anthropic:test-model')).toEqual([
    { ...tool('srvtoolu_1'), input: { query: 'a' } },
    found,
    { type: 'text', text: 'So' },
  ])
})
