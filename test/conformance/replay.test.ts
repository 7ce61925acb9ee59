import { describe, expect, test } from 'vitest'
import type { AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { MessageMetadata } from '#lib/canonical/message.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { answering, drain, requestFor, testAdapter } from '#test/support/adapter-harness.ts'
import { eachRecording } from '#test/support/each-recording.ts'
import { assistant, call, toolMessage, user } from '#test/support/message-builder.ts'
import type { Recording } from '#test/support/recording.ts'
import { recordingsOf } from '#test/support/recording.ts'
import { anthropicReplay, anthropicSent, expectAnthropic } from './oracle/anthropic-messages.ts'
import { isSound } from './oracle/contradiction.ts'
import type { Loose } from './oracle/expectation.ts'
import { expectOllama, ollamaReplay, ollamaSent } from './oracle/ollama-chat.ts'
import { chatReplay, chatSent, expectChat } from './oracle/openai-chat.ts'
import { expectResponses, responsesReplay, responsesSent } from './oracle/openai-responses.ts'
import { openRouterReplay, openRouterSent } from './oracle/openrouter-chat.ts'

const FORMATS = [
  [
    'anthropic.messages',
    'anthropic',
    expectAnthropic,
    anthropicReplay,
    (message: Loose) => anthropicSent(message.content),
  ],
  ['openai.chat', 'openai', expectChat, chatReplay, chatSent],
  ['openai.responses', 'openai-responses', expectResponses, responsesReplay, (items: Loose) => items],
  ['ollama.chat', 'ollama', expectOllama, ollamaReplay, ollamaSent],
  ['openrouter.chat', 'openrouter', expectChat, openRouterReplay, openRouterSent],
] as const satisfies [string, AdapterType, unknown, unknown, unknown][]

// The host that wrote it takes it back letter by letter; what any other gets is tested by wire-rule 126.
const VERBATIM = { invalid_arguments: 'verbatim' }
const OPTIONS: Readonly<Partial<Record<AdapterType, JsonObject>>> = {
  anthropic: VERBATIM,
  openai: VERBATIM,
  'openai-responses': VERBATIM,
  openrouter: VERBATIM,
  ollama: { num_ctx: 8_192 },
}

/**
 * What an answer holds of its provider's own tools is legal beside them alone. The adapter offers what the
 * history needs, but for an advisor, which takes a model that nobody but the installation can name.
 */
function optionsFor(type: AdapterType, { response }: Recording): JsonObject {
  const asksAdvisor = type === 'anthropic' && /advisor_tool_result/.test(JSON.stringify(response.body))
  const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-5-5' }
  return { ...OPTIONS[type], ...(asksAdvisor && { server_tools: [advisor] }) }
}

/** Reads a recorded answer and puts it into the history of the next request to the same model. */
async function answerAgain(type: AdapterType, recording: Recording) {
  const { response } = recording
  const options = optionsFor(type, recording)
  const { adapter } = testAdapter({ type, options, fetch: answering(response.body), max_retries: 0 })
  const { events, complete, error } = await drain(adapter.stream(requestFor(type)))
  expect(error).toBeUndefined()
  if (!complete) throw new TypeError('no answer')

  const { final_content, model, provider, provider_raw, stop_reason } = complete
  const metadata: MessageMetadata = { model, provider, provider_raw, stop_reason, status: 'complete' }
  const starts = events.filter((event) => event.type === 'tool.use_start')
  const sent: Loose[] = []
  const next: CanonicalRequest = requestFor(type, {
    model,
    messages: [
      user('question'),
      assistant(final_content, metadata),
      ...starts.map(({ tool_use_id }) => toolMessage(tool_use_id)),
      user('and now?'),
    ],
    tool_ids: new Map(
      starts.map(({ tool_use_id, provider_id }) => [tool_use_id, { provider, provider_id: provider_id ?? '' }]),
    ),
  })
  const again = testAdapter({
    type,
    options,
    max_retries: 0,
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return new Response('{}', { status: 400 })
    },
  })
  await drain(again.adapter.stream(next))
  const [{ messages, input }] = sent as [Loose]
  const assistantMessage = input ? responsesSent(sent[0]) : messages.find(({ role }: Loose) => role === 'assistant')
  return assistantMessage
}

/** Thoughts alone are no answer where they cannot go back. */
function isEmpty(said: Loose): boolean {
  if (Array.isArray(said)) return said.length === 0
  return said.text === '' && said.tool_calls.length === 0 && !said.thinking
}

describe.each(FORMATS)(
  'a recorded answer of %s goes back to its model as it came',
  (api, type, oracle, expected, sent) => {
    const answers = recordingsOf(api)
      .filter(isSound)
      .filter(
        ({ response, streaming, label }) =>
          (response.status ?? 200) === 200 && label !== 'synthetic' && !oracle(response.body, streaming).failed,
      )

    eachRecording(answers.map((recording) => [recording.name, recording] as const))('%s', async (_name, recording) => {
      const replayed = await answerAgain(type, recording)
      const said = expected(recording.response.body, recording.streaming)
      // An answer that says nothing is skipped on the wire.
      if (isEmpty(said)) expect(replayed).toBeUndefined()
      else expect(sent(replayed)).toEqual(said)
    })
  },
)

test('thinking and provider blocks go to no other provider: what is dropped is recorded', async () => {
  const thought = assistant(
    [{ type: 'thinking', text: 'hm', signature: 'sig' }, { type: 'text', text: 'so' }, call('tu_1')],
    { model: 'anthropic:test-model', provider: 'anthropic', provider_raw: { format: 'anthropic.messages' } },
  )
  const bodies: string[] = []
  const records: ProjectionRecord[] = []
  const { adapter, log } = testAdapter({
    type: 'openai',
    fetch: async (_url, init) => {
      bodies.push(String(init?.body))
      return new Response('{}', { status: 400 })
    },
  })
  const messages = [user('hi'), thought, toolMessage('tu_1'), user('go on')]
  await drain(adapter.stream(requestFor('openai', { messages, onProjection: (record) => records.push(record) })))
  expect(bodies[0]).not.toMatch(/sig|"hm"/)
  expect(records).toMatchObject([
    { message_id: thought.id, block_type: 'thinking', action: 'dropped', adapter: 'openai' },
  ])
  expect(Object.keys(log.entries[0]?.fields ?? {}).sort()).toEqual([
    'adapter',
    'block_type',
    'message_id',
    'reason',
    'session_id',
  ])
})
