import { describe, expect } from 'vitest'
import { ollamaChat } from '#lib/adapters/protocols/ollama/protocol.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { play } from '#test/support/cassette.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { assistant, canonicalRequest, testTarget, toolMessage, user } from '#test/support/message-builder.ts'
import type { Recording } from '#test/support/recording.ts'
import { recordingsOf } from '#test/support/recording.ts'

const MODEL = 'ollama:qwen3:4b'

const recordings = new Map(recordingsOf('ollama.chat').map((recording) => [recording.name, recording]))

/** Two turns of one conversation that were both recorded: the second request holds the first answer. */
const CONVERSATIONS = ['rig-tools-two-tools-nonstreaming', 'rig-streaming-tools-streaming-tools-smoke'].flatMap(
  (name) => {
    const first = recordings.get(`${name}-0`)
    const second = recordings.get(`${name}-1`)
    return first && second ? [[name, first, second] as const] : []
  },
)

const messagesIn = ({ request }: Recording) => listOf(request?.body.messages)

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** What both clients must say; ids and the type of a call are left to each. */
function essence({ role, content, tool_name, tool_calls }: JsonObject) {
  const calls = listOf(tool_calls).map((call) => (isJsonObject(call.function) ? call.function : {}))
  return { role, content, tool_name, calls: calls.map(({ name, arguments: input }) => ({ name, input })) }
}

describe('a recorded answer with its results', () => {
  eachRecording(CONVERSATIONS)('of %s goes out as another client sent it', (_name, first, second) => {
    const cassette = {
      ...first,
      label: 'recorded' as const,
      request: { body: null },
      response: { ...first.response, status: 200 },
    }
    const { answer } = play(ollamaChat, cassette)
    if (!answer) throw new TypeError('no answer')
    const sent = messagesIn(second)
    const results = sent.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
    const calls = answer.final_content.filter((block) => block.type === 'tool_use')
    const said = { model: MODEL, provider: 'ollama', status: 'complete' as const }
    const messages = [
      user(String(sent[1]?.content)),
      assistant(answer.final_content, {
        ...said,
        ...(answer.provider_raw ? { provider_raw: answer.provider_raw } : {}),
      }),
      ...calls.map(({ id }, index) => toolMessage(id, results[index])),
    ]
    const target = testTarget({ provider: 'ollama', format: 'ollama.chat', model: MODEL, wire_name: 'qwen3:4b' })
    const body = ollamaChat.toWire(canonicalRequest({ messages, system_prompt: String(sent[0]?.content) }), target)
    expect(listOf(body.messages).map(essence)).toEqual(sent.map(essence))
    expect(target.records).toEqual([])
  })
})
