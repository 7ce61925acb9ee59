import { describe, expect, test } from 'vitest'
import type { Answer } from '#lib/adapters/protocol.ts'
import { wireOf } from '#lib/adapters/registry.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { play, wireEvents } from '#test/support/cassette.ts'
import { chatFaults } from '#test/support/chat-validator.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { assistant, canonicalRequest, testTarget, user } from '#test/support/message-builder.ts'
import type { Recording } from '#test/support/recording.ts'
import { recordingsOf } from '#test/support/recording.ts'

const chatProtocol = (name: string) => wireOf({ type: 'openai', name }).protocol

/** The assistant's message as the wire had it, put together here from the raw body alone. */
function recordedMessage({ streaming, response }: Recording): JsonObject {
  if (!streaming) {
    const [choice] = JSON.parse(response.body).choices
    return choice.message ?? {}
  }
  const message = { content: '', refusal: '', tool_calls: [] as Record<string, string>[] }
  let parts: JsonObject[] | null = null
  for (const { data } of wireEvents(response.body)) {
    if (data === '[DONE]') break
    const [choice] = JSON.parse(data).choices ?? []
    // Of several answers the first counts.
    const delta = (choice?.index ?? 0) === 0 ? (choice?.delta ?? {}) : {}
    if (Array.isArray(delta.content)) parts = [...(parts ?? []), ...delta.content]
    else if (parts && delta.content) parts.push({ type: 'text', text: delta.content })
    else message.content += delta.content ?? ''
    message.refusal += delta.refusal ?? ''
    for (const call of delta.tool_calls ?? []) {
      const last = message.tool_calls.length - 1
      const index = call.index ?? (call.function?.name || call.custom?.name ? last + 1 : last)
      const isNew = message.tool_calls[index] !== undefined && call.id && message.tool_calls[index]?.id !== call.id
      const place = isNew ? last + 1 : index
      message.tool_calls[place] ??= { id: '', name: '', input: '' }
      const entry = message.tool_calls[place] as Record<string, string>
      const body = call.function ?? call.custom
      entry.id ||= call.id ?? ''
      entry.name ||= body.name ?? ''
      const input = body.arguments ?? body.input ?? ''
      entry.input += typeof input === 'string' ? input : JSON.stringify(input)
    }
    if (delta.function_call) {
      message.tool_calls[0] ??= { id: '', name: delta.function_call.name, input: '' }
      const entry = message.tool_calls[0] as Record<string, string>
      entry.input += delta.function_call.arguments ?? ''
    }
  }
  return { ...message, content: parts ?? message.content }
}

/** The host that wrote it takes it back letter by letter; what any other gets is tested by wire-rule 126. */
const TAKES_TEXT = { invalid_arguments: 'verbatim' }

/** What must be the same: the words, the refusal, and each call with its name and arguments. */
function essence(message: JsonObject) {
  return { text: textOf(message.content), refusal: message.refusal || null, calls: callsOf(message) }
}

function textOf(content: JsonValue | undefined): string {
  // An answer that follows a schema, already parsed.
  if (isJsonObject(content)) return JSON.stringify(content)
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.map((part) => (isJsonObject(part) ? JSON.stringify(part.text ?? part.thinking ?? '') : '')).join('')
}

function callsOf(message: JsonObject) {
  if (!Array.isArray(message.tool_calls)) return []
  return message.tool_calls.filter(isJsonObject).map((call) => {
    const body = (call.function ?? call.custom ?? call) as JsonObject
    const input = body.arguments ?? body.input
    return { name: body.name, input: input === '' ? '{}' : input }
  })
}

function sentBack(answer: Answer, provider: string) {
  const { final_content, model, provider_raw = {}, provider_ids } = answer
  const said = assistant(final_content, { model, provider, provider_raw })
  const tool_ids = new Map([...provider_ids].map(([id, own]) => [id, { provider, provider_id: own ?? '' }] as const))
  const target = testTarget({ provider, format: 'openai.chat', model, wire_name: 'x', options: TAKES_TEXT })
  const request = canonicalRequest({ messages: [user('Hello'), said], model, tool_ids })
  const body = chatProtocol(provider).toWire(request, target)
  return { body, records: target.records, message: Array.isArray(body.messages) ? body.messages[1] : undefined }
}

const answered = recordingsOf('openai.chat').flatMap((recording) => {
  if ((recording.response.status ?? 200) !== 200) return []
  const cassette = {
    ...recording,
    label: 'recorded' as const,
    request: { body: null },
    response: { ...recording.response, status: 200 },
  }
  const { answer, failure } = play(chatProtocol(recording.provider), cassette)
  return answer && !failure ? [{ recording, answer }] : []
})

describe('a recorded answer, put back into history for the same model', () => {
  eachRecording(answered.map(({ recording, answer }) => [recording.name, recording, answer] as const))(
    '%s goes out with the same words, refusal and calls',
    (_name, recording, answer) => {
      const { body, message } = sentBack(answer, recording.provider)
      // Thoughts alone are no answer where they cannot go back.
      if (answer.final_content.every(({ type }) => type === 'thinking')) {
        expect(body.messages).toHaveLength(1)
        return
      }
      expect(isJsonObject(message)).toBe(true)
      const expected = recordedMessage(recording)
      // The words of a spoken answer, merged parts of thinking: compared by their golden files.
      if (!Array.isArray(expected.content) && answer.provider_raw?.audio === undefined) {
        expect(essence(message as JsonObject)).toEqual(essence(expected))
      } else if (!recording.streaming) {
        expect((message as JsonObject).content).toEqual(expected.content)
      }
      expect(chatFaults(body)).toEqual([])
    },
  )

  eachRecording(answered.map(({ recording, answer }) => [recording.name, recording, answer] as const))(
    '%s keeps the ids of its provider, as far as hosts take them',
    (_name, recording, answer) => {
      const { message } = sentBack(answer, recording.provider)
      const calls = isJsonObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : []
      const own = [...answer.provider_ids]
      expect(calls).toHaveLength(own.length)
      for (const [index, [canonical, id]] of own.entries()) {
        const call = calls[index]
        const sent = isJsonObject(call) ? call.id : undefined
        const isMistral = recording.provider === 'mistral'
        if (id !== null && !isMistral) expect(sent).toBe(id)
        else if (id !== null && id.length === 9) expect(sent).toBe(id)
        else if (!isMistral) expect(sent).toBe(canonical)
      }
    },
  )

  test('reasoning details go back as they came, and no thinking is reported as dropped then', () => {
    const withDetails = answered.filter(({ answer }) => answer.provider_raw?.reasoning_details !== undefined)
    expect(withDetails.length).toBeGreaterThan(0)
    for (const { recording, answer } of withDetails) {
      const { message, records } = sentBack(answer, recording.provider)
      expect(message).toMatchObject({ reasoning_details: answer.provider_raw?.reasoning_details })
      expect(records).toEqual([])
    }
  })
})
