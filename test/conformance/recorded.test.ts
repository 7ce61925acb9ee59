import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import type { ContentBlock } from '#lib/canonical/block.ts'
import { AdapterError } from '#lib/canonical/error.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import type { Recording } from '#test/support/recording.ts'
import { absence, missingRecordings, recordingsOf } from '#test/support/recording.ts'
import { expectAnthropic } from './oracle/anthropic-messages.ts'
import { CONTRADICTIONS, isSound } from './oracle/contradiction.ts'
import type { ExpectedBlock } from './oracle/expectation.ts'
import { expectOllama } from './oracle/ollama-chat.ts'
import { expectChat } from './oracle/openai-chat.ts'
import { expectResponses } from './oracle/openai-responses.ts'

const FORMATS = [
  ['anthropic.messages', 'anthropic', expectAnthropic],
  ['openai.chat', 'openai', expectChat],
  ['openai.responses', 'openai-responses', expectResponses],
  ['ollama.chat', 'ollama', expectOllama],
  ['openrouter.chat', 'openrouter', expectChat],
] as const satisfies [string, AdapterType, unknown][]

/** Classes of recorded errors, as a reader of the body would name them. */
const ERROR_CLASSES: [RegExp, string][] = [
  [/too long|context size|context length/i, 'context_overflow'],
  [/"code":401|authentication_error|x-api-key|Incorrect API key/i, 'auth'],
  [/not_found_error|DeploymentNotFound|model '.+' not found|not a valid model ID/, 'not_found'],
  [
    /parse_error|tool_choice|JSON schema|'messages' is required|not supported|completion choice|deserialize/,
    'invalid_request',
  ],
  [/content_filter|content management policy/, 'content_filter'],
  [/tool_use_failed/, 'invalid_request'],
]

/** Other ways to write the same stream, each seen with some host. */
const DRESSES: [string, (body: string) => string][] = [
  ['with CRLF', (body) => plain(body).replaceAll('\n', '\r\n')],
  ['with CR alone', (body) => plain(body).replaceAll('\n', '\r')],
  [
    'after a mark of byte order, with comments',
    (body) => `\ufeff: hello\n\n${plain(body).replaceAll('\n\n', '\n\n: ping\n\n')}`,
  ],
  [
    'with events that have no data',
    (body) => `event: ping\n\n${plain(body).replaceAll('\n\n', '\n\nid: 7\nretry: 5\n\n')}`,
  ],
  ['without blanks after the colons', (body) => plain(body).replaceAll(/^(data|event): /gm, '$1:')],
  ['with its end said twice', (body) => `${plain(body)}\n\ndata: [DONE]\n\ndata: [DONE]\n\n`],
  ['with lines that are no events', (body) => plain(body).replaceAll('}\n\n', '}\n\nerratum: 1\n{ no JSON\n\n')],
]

test.skipIf(missingRecordings.length > 0)(`all recorded traffic is read (${absence()})`, () => {
  expect(missingRecordings).toEqual([])
})

test.skip.each(Object.entries(CONTRADICTIONS))('%s contradicts itself: %s', () => {})

describe.each(FORMATS)('recorded traffic of %s', (api, type, oracle) => {
  const recordings = recordingsOf(api).filter(isSound)
  const answers = recordings.filter(({ response }) => (response.status ?? 200) === 200)
  const errors = recordings.filter(({ response, label }) => (response.status ?? 200) !== 200 && label !== 'synthetic')

  const fetchOf = ({ response }: Recording, pieces?: readonly Uint8Array[]) =>
    answering(pieces ?? response.body, { status: response.status ?? 200, headers: pickType(response.headers) })
  const run = async (recording: Recording, pieces?: readonly Uint8Array[]) => {
    // A host that is compatible with another is reached under its own name, and speaks as it does.
    const { adapter, log } = testAdapter({
      type,
      name: recording.provider,
      fetch: fetchOf(recording, pieces),
      max_retries: 0,
    })
    const outcome = await drain(adapter.stream(requestFor(type)))
    return { ...outcome, log }
  }

  // What the synthetic ones hold is odd on purpose: their golden files say what they mean.
  const real = answers.filter(({ label }) => label !== 'synthetic')
  eachRecording(real.map((recording) => [recording.name, recording] as const))(
    '%s reads as an independent reader reads it',
    async (_name, recording) => {
      const expected = oracle(recording.response.body, recording.streaming)
      const { events, complete, error } = await run(recording)
      const providerIds = new Map(
        events.flatMap((event) => (event.type === 'tool.use_start' ? [[event.tool_use_id, event.provider_id]] : [])),
      )
      const found = complete && {
        blocks: complete.final_content.map((block) => comparable(block, providerIds)),
        stop_reason: complete.stop_reason,
        usage: complete.usage.estimated && !expected.failed ? null : figures(complete.usage),
      }
      if (expected.failed) {
        expect(error).toBeInstanceOf(AdapterError)
        if (expected.blocks.length === 0) expect(events).toEqual([])
        else expect(found).toMatchObject({ blocks: expected.blocks, stop_reason: 'error' })
      } else {
        expect(error).toBeUndefined()
        expect(found).toEqual({ blocks: expected.blocks, stop_reason: expected.stop_reason, usage: expected.usage })
        expect(draftContent(events.filter(isNotComplete).reduce(fold, EMPTY_DRAFT))).toEqual(
          complete?.final_content.filter((block) => block.type !== 'redacted_thinking'),
        )
      }
    },
  )

  eachRecording(errors.map((recording) => [recording.name, recording] as const))(
    '%s fails with the class of its words',
    async (_name, recording) => {
      const { events, error } = await run(recording)
      expect(events).toEqual([])
      const { body } = recording.response
      const expected = ERROR_CLASSES.find(([pattern]) => pattern.test(body))?.[1] ?? 'server_error'
      expect(error).toMatchObject({ error_class: expected, provider_status: recording.response.status })
      expect(body).toContain(JSON.stringify((error as AdapterError).provider_message).slice(1, 40))
    },
  )

  const streams = real.filter(({ response: { body } }) => /^\s*(data|event|:)/.test(body) && !oracle(body, true).failed)
  test.runIf(streams.length > 0).each(DRESSES)('streams are the same %s', async (_how, dress) => {
    for (const recording of streams) {
      const { body, headers } = recording.response
      const dressed = { ...recording, response: { status: 200, headers, body: dress(body) } }
      expect(stable(await run(dressed)), recording.name).toEqual(stable(await run(recording)))
    }
  })

  eachRecording(answers.map((recording) => [recording.name, recording] as const))(
    '%s is the same however its bytes are cut, and when it is asked for whole',
    async (_name, recording) => {
      const bytes = recording.response.bytes ?? new TextEncoder().encode(recording.response.body)
      const whole = stable(await run(recording))
      const cuts = fc.array(fc.nat({ max: bytes.length }), { minLength: 1, maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => {
          expect(stable(await run(recording, cutAt(bytes, places)))).toEqual(whole)
        }),
        { numRuns: 5 },
      )
      if (bytes.length < 6_000) {
        const single = [...bytes].map((byte) => Uint8Array.of(byte))
        expect(stable(await run(recording, single))).toEqual(whole)
      }
      const { adapter } = testAdapter({ type, name: recording.provider, fetch: fetchOf(recording), max_retries: 0 })
      const completed = await adapter.complete(requestFor(type)).catch((error: unknown) => error)
      if (whole.error) expect(completed).toMatchObject({ error_class: whole.error })
      else
        expect(completed).toMatchObject({
          content: whole.complete?.final_content,
          stop_reason: whole.complete?.stop_reason,
          usage: whole.complete?.usage,
        })
    },
  )
})

function plain(body: string): string {
  return body.replaceAll(/\r\n|\r/g, '\n')
}

function stable({ events, complete, error }: Awaited<ReturnType<typeof drain>>) {
  const timeless = complete && { ...complete, latency_ms: 0, time_to_first_token_ms: 0 }
  return {
    events: events.filter(isNotComplete),
    complete: timeless,
    error: error instanceof AdapterError ? error.error_class : error,
  }
}

function isNotComplete(event: StreamEvent): boolean {
  return event.type !== 'message.complete'
}

function pickType(headers: Record<string, string>): Record<string, string> {
  const type = headers['content-type']
  return type === undefined ? {} : { 'content-type': type }
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places)].sort((a, b) => a - b)
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index]))
}

function comparable(block: ContentBlock, providerIds: ReadonlyMap<string, string | null>): ExpectedBlock | string {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'thinking':
      return { type: 'thinking', text: block.text, signature: block.signature ?? undefined }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data }
    case 'tool_use': {
      const json = block.raw_input ?? JSON.stringify(block.input)
      return { type: 'tool_use', provider_id: providerIds.get(block.id) ?? null, name: block.name, json }
    }
    case 'hosted_tool':
      return { type: 'hosted_tool', name: block.name, status: block.status }
    default:
      return block.type
  }
}

function figures(usage: {
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  cache_creation_input_tokens: number
}) {
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cached: usage.cached_input_tokens,
    written: usage.cache_creation_input_tokens,
  }
}
