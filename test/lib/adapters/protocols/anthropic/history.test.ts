import { describe, expect } from 'vitest'
import { anthropicMessages } from '#lib/adapters/protocols/anthropic/protocol.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { play } from '#test/support/cassette.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { assistant, canonicalRequest, testTarget, toolMessage, user } from '#test/support/message-builder.ts'
import type { Recording } from '#test/support/recording.ts'
import { recordingsOf } from '#test/support/recording.ts'

const recordings = new Map(recordingsOf('anthropic.messages').map((recording) => [recording.name, recording]))

/** Two turns of one conversation that were both recorded: the second request holds the first answer. */
const CONVERSATIONS = [
  'mirascope-anthropic-claude-sonnet-4-5',
  'llm-anthropic-test-fixed-version-tool-chain-with-thinking-display-regression',
].flatMap((name) => {
  const first = recordings.get(`${name}-0`)
  const second = recordings.get(`${name}-1`)
  return first && second ? [[name, first, second] as const] : []
})

const messagesIn = ({ request }: Recording) => listOf(request?.body.messages)

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

const textIn = (content: JsonValue | undefined): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map(({ text }) => String(text))
        .join('')

/** What both clients must say: thoughts and signatures, calls, results. Cache marks and optional fields are left to each. */
function essence({ role, content }: JsonObject) {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
  return { role, blocks: blocks.map(blockEssence) }
}

function blockEssence({ type, text, thinking, signature, id, name, input, tool_use_id, content }: JsonObject) {
  return { type, text, thinking, signature, id, name, input, tool_use_id, result: textIn(content) }
}

describe('a recorded answer with its results', () => {
  eachRecording(CONVERSATIONS)('of %s goes out as another client sent it', (_name, first, second) => {
    const { answer } = play(anthropicMessages, {
      ...first,
      label: 'recorded' as const,
      request: { body: null },
      response: { ...first.response, status: 200 },
    })
    if (!answer?.provider_raw) throw new TypeError('no answer')
    const sent = messagesIn(second)
    const [result] = listOf(sent[2]?.content)
    const name = String(second.request?.body.model)
    const model = `anthropic:${name}`
    const calls = answer.final_content.filter((block) => block.type === 'tool_use')
    expect(calls).toHaveLength(1)
    const messages = [
      user(textIn(sent[0]?.content)),
      assistant(answer.final_content, { model, provider: 'anthropic', provider_raw: answer.provider_raw }),
      ...calls.map(({ id }) => toolMessage(id, textIn(result?.content))),
    ]
    const provider_ids = [...answer.provider_ids].map(([id, provider_id]) => {
      return [id, { provider: 'anthropic', provider_id: provider_id ?? '' }] as const
    })
    const target = testTarget({ model, wire_name: name, options: { thinking: 'budget' } })
    const request = canonicalRequest({
      messages,
      model,
      max_output_tokens: 16_000,
      reasoning_effort: 'low',
      tool_ids: new Map(provider_ids),
    })
    const body = anthropicMessages.toWire(request, target)
    expect(listOf(body.messages).map(essence)).toEqual(sent.map(essence))
    expect(target.records).toEqual([])
  })
})
