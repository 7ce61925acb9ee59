import { expect } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import { isJsonObject } from '#lib/canonical/json.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { DOCUMENTS_OF, documentsIn } from '#test/support/any-document.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { ALL_CAPABILITIES, canonicalRequest } from '#test/support/message-builder.ts'
import { recordedRequest } from '#test/support/recorded-request.ts'
import { type Recording, recordingsOf } from '#test/support/recording.ts'

const APIS: readonly (readonly [string, AdapterType])[] = [
  ['anthropic.messages', 'anthropic'],
  ['openai.chat', 'openai'],
  ['openai.responses', 'openai-responses'],
  ['openrouter.chat', 'openrouter'],
]

/** Requests with files in them that were answered; what a provider keeps under an id of its own is not ours to send. */
const RECORDED = APIS.flatMap(([api, type]) =>
  recordingsOf(api).flatMap((recording) => {
    const request = recording.response.status === 200 ? recordedRequest(recording) : null
    const hasFiles = request?.messages.some(({ content }) => documentsIn(content).length > 0)
    return request && hasFiles ? [[recording.name, type, recording, request] as const] : []
  }),
)

/** The files of a body, without what is said about them beside their names. */
function filesIn(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(filesIn)
  if (!isJsonObject(value)) return []
  const { type, source, file, filename, file_data, file_url } = value
  if (type === 'document' && isJsonObject(source)) return [{ source }]
  if (type === 'file' && isJsonObject(file)) return [file]
  if (type === 'input_file') return [file_url === undefined ? { filename, file_data } : { file_url }] as JsonObject[]
  return Object.values(value).flatMap(filesIn)
}

const filesOf = ({ messages, input }: JsonObject) => filesIn(messages ?? input)

eachRecording(RECORDED)(
  'wire-rules 136, 143, 144 and 147: the files of %s go out as they were recorded when its host answered them',
  async (_name, type, { provider, request }: Recording, { messages, system }) => {
    const documents = DOCUMENTS_OF[type]
    let body: JsonObject = {}
    const { adapter } = testAdapter({
      type,
      name: provider,
      max_retries: 0,
      capabilities: () => ({ ...ALL_CAPABILITIES, ...(documents && { documents }) }),
      fetch: async (_url, init) => {
        body = JSON.parse(String(init?.body))
        return new Response('{}', { status: 400 })
      },
    })
    const asked = canonicalRequest({ model: `${provider}:model`, messages, system_prompt: system })
    await drain(adapter.stream(asked))
    expect(filesOf(body)).toEqual(filesOf(request?.body ?? {}))
  },
)
