import { describe, expect, test } from 'vitest'
import type { AdapterConfig, CanonicalRequest, FailedAttempt } from '#lib/adapters/adapter.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { drain, testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, canonicalRequest, user } from '#test/support/message-builder.ts'

const ADD = { name: 'add', description: 'Adds', input_schema: { type: 'object' }, side_effects: 'none' as const }
const ANSWER = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } },
]
const STREAM = `${ANSWER.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`

/** A host that refuses what `refusal` gives an error for. */
function strictHost(
  refusal: (body: JsonObject) => JsonObject | string | null,
  config: Partial<AdapterConfig> = {},
  status = 400,
) {
  const seen: JsonObject[] = []
  const { adapter, log, timing } = testAdapter({
    type: 'openai',
    name: 'somebody',
    capabilities: () => ({ ...ALL_CAPABILITIES, supports_parallel_tool_calls: false }),
    options: { reasoning_efforts: ['none', 'low', 'high'] },
    max_retries: 0,
    ...config,
    fetch: async (_url, init) => {
      const body = JSON.parse(String(init?.body))
      seen.push(body)
      const refused = refusal(body)
      if (refused === null) return new Response(STREAM, { headers: { 'content-type': 'text/event-stream' } })
      return new Response(typeof refused === 'string' ? refused : JSON.stringify(refused), { status })
    },
  })
  const ask = async (fields: Partial<CanonicalRequest> = {}) => {
    const records: ProjectionRecord[] = []
    const attempts: FailedAttempt[] = []
    const request = canonicalRequest({ model: 'somebody:model', messages: [user('hello')], tools: [ADD], ...fields })
    const { error, complete } = await drain(
      adapter.stream({
        ...request,
        onProjection: (record) => records.push(record),
        onAttempt: (attempt) => attempts.push(attempt),
      }),
    )
    return { error, complete, records, attempts }
  }
  return { ask, seen, log, timing }
}

const message = (text: string) => ({ error: { message: text, type: 'invalid_request_error' } })
const forbidden = (field: string, ...rest: string[]) => ({
  type: 'extra_forbidden',
  loc: ['body', field, ...rest],
  msg: 'Extra inputs are not permitted',
  input: 'hello',
})

describe('a host that nobody knows names what it refuses, and is asked once more without it', () => {
  test.each<[string, string, JsonObject | string]>([
    [
      'OpenAI',
      'parallel_tool_calls',
      {
        error: {
          message: "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
          type: 'invalid_request_error',
          param: 'parallel_tool_calls',
          code: 'unsupported_parameter',
        },
      },
    ],
    ['Azure', 'parallel_tool_calls', message('Unrecognized request argument supplied: parallel_tool_calls')],
    [
      'Mistral',
      'stream_options',
      { object: 'error', message: { detail: [forbidden('stream_options', 'include_usage')] } },
    ],
    ['FastAPI', 'stream_options', { detail: [forbidden('stream_options')] }],
    [
      'vLLM',
      'stream_options',
      {
        object: 'error',
        message:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]",
        code: 400,
      },
    ],
    [
      'Fireworks',
      'reasoning_effort',
      message("Extra inputs are not permitted, field: 'reasoning_effort', value: 'high'"),
    ],
    [
      'Google',
      'parallel_tool_calls',
      [
        {
          error: message('Invalid JSON payload received. Unknown name "parallel_tool_calls": Cannot find field.').error,
        },
      ] as never,
    ],
    [
      'serde',
      'stream_options',
      message(
        'Failed to deserialize the JSON body: unknown field `stream_options`, expected one of `model`, `reasoning_effort`',
      ),
    ],
    ['Go', 'stream_options', 'json: unknown field "stream_options"'],
    ['Bedrock', 'reasoning_effort', { message: '#: extraneous key [reasoning_effort] is not permitted' }],
    [
      'JSON Schema',
      'parallel_tool_calls',
      { detail: "Additional properties are not allowed ('parallel_tool_calls' was unexpected)" },
    ],
    ['Groq', 'reasoning_effort', message("property 'reasoning_effort' is unsupported")],
    ['xAI', 'reasoning_effort', { code: 'invalid', error: 'Model grok-4 does not support parameter reasoningEffort.' }],
    ['xAI', 'stop', message('Argument not supported on this model: stop')],
    [
      'OpenAI',
      'temperature',
      message(
        "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
      ),
    ],
  ])('as %s does of %s', async (_host, field, refusal) => {
    const { ask, seen, timing } = strictHost((body) => (field in body ? refusal : null))
    const asked = { reasoning_effort: 'high' as const, temperature: 0.3, stop_sequences: ['END'] }
    const { error, complete, attempts } = await ask(asked)
    expect(error).toBeUndefined()
    expect(complete?.final_content).toEqual([{ type: 'text', text: 'ok' }])
    const [first, second] = seen
    const { [field]: refused, ...rest } = first ?? {}
    expect(refused).toBeDefined()
    expect(second).toEqual(rest)
    expect(attempts).toMatchObject([{ attempt: 1, error_class: 'invalid_request', delay_ms: 0 }])
    expect(timing.waits).toEqual([])
    // From then on it is not asked again.
    expect((await ask(asked)).error).toBeUndefined()
    expect(seen).toHaveLength(3)
    expect(seen[2]).toEqual(rest)
  })

  test.each([
    ['max_tokens', 'max_completion_tokens'],
    ['max_completion_tokens', 'max_tokens'],
  ])('the bound on an answer is not left out, but named otherwise: %s', async (field, other) => {
    const words = `Unsupported parameter: '${field}' is not supported with this model. Use '${other}' instead.`
    const options = { max_tokens_field: field }
    const { ask, seen } = strictHost((body) => (field in body ? message(words) : null), { options })
    expect((await ask()).error).toBeUndefined()
    expect(seen.map((body) => [body[field], body[other]])).toEqual([
      [1024, undefined],
      [undefined, 1024],
    ])
  })

  test('wire-rule 166: one that takes tools only without reasoning is told so', async () => {
    const words =
      "Function tools with reasoning_effort are not supported for x in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."
    const { ask, seen } = strictHost((body) => (body.reasoning_effort === 'none' ? null : message(words)))
    expect((await ask()).error).toBeUndefined()
    expect(seen.map(({ reasoning_effort }) => reasoning_effort)).toEqual([undefined, 'none'])
  })

  test('reasoning in its messages is left out of all of them', async () => {
    const kept = { format: 'openai.chat', model: 'model', asked_model: 'somebody:model' }
    const raw = { ...kept, reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }
    const before = assistant([{ type: 'text', text: 'Yes.' }], {
      provider: 'somebody',
      model: 'somebody:model',
      provider_raw: raw,
    })
    const { ask, seen } = strictHost(({ messages }) =>
      JSON.stringify(messages).includes('reasoning_details')
        ? message(
            "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_details' is unsupported)]",
          )
        : null,
    )
    expect((await ask({ messages: [user('one'), before, user('two')] })).error).toBeUndefined()
    expect(seen.map(({ messages }) => (messages as JsonObject[]).length)).toEqual([3, 3])
    expect(seen[1]?.messages).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'two' },
    ])
  })

  test('one field after the other, and all that it lists at once', async () => {
    const oneByOne = strictHost((body) => {
      const first = ['stream_options', 'parallel_tool_calls'].find((field) => field in body)
      return first === undefined ? null : message(`Unknown parameter: '${first}'.`)
    })
    expect((await oneByOne.ask()).error).toBeUndefined()
    expect(oneByOne.seen).toHaveLength(3)
    const atOnce = strictHost((body) =>
      'stream_options' in body ? { detail: [forbidden('stream_options'), forbidden('parallel_tool_calls')] } : null,
    )
    expect((await atOnce.ask()).error).toBeUndefined()
    expect(atOnce.seen).toHaveLength(2)
  })

  test('it is logged, and recorded where somebody asked for it', async () => {
    const { ask, log } = strictHost((body) =>
      'reasoning_effort' in body ? message("Unknown parameter: 'reasoning_effort'.") : null,
    )
    const dropped = { block_type: 'reasoning_effort', action: 'dropped', reason: 'the host refuses it' }
    expect((await ask({ reasoning_effort: 'high' })).records).toMatchObject([dropped])
    expect((await ask({ reasoning_effort: 'high' })).records).toMatchObject([dropped])
    expect((await ask()).records).toEqual([])
    const warnings = log.entries.filter(({ message }) => message.includes('refuses fields'))
    expect(warnings).toMatchObject([{ fields: { adapter: 'somebody', fields: ['reasoning_effort'] } }])
  })

  test('what is the model’s fault is remembered of the model, what is the host’s of all', async () => {
    const ofModel = strictHost(({ model, temperature }) =>
      model === 'model' && temperature !== undefined ? message("'temperature' is not supported with this model") : null,
    )
    await ofModel.ask({ temperature: 0.3 })
    await ofModel.ask({ temperature: 0.3, model: 'somebody:other' })
    expect(ofModel.seen.map(({ temperature }) => temperature)).toEqual([0.3, undefined, 0.3])
    const ofHost = strictHost((body) =>
      'stream_options' in body ? message("Unknown parameter: 'stream_options'.") : null,
    )
    await ofHost.ask()
    await ofHost.ask({ model: 'somebody:other' })
    expect(ofHost.seen.map((body) => 'stream_options' in body)).toEqual([true, false, false])
  })
})

describe('what is not repaired', () => {
  test.each([
    ['tools', { detail: [forbidden('tools')] }],
    ['messages', message("Unknown parameter: 'messages'.")],
    ['response_format', message("Unsupported parameter: 'response_format' is not supported with this model.")],
    ['what is not in the request', message("Unknown parameter: 'prompt_cache_key'.")],
    ['a mode that is merely called like a field', message('Thinking mode does not support this tool_choice')],
    ['a value that is out of range', message('max_tokens must be at least 1')],
    [
      'a question that is too long',
      message("This model's maximum context length is 10 tokens; max_tokens is not supported"),
    ],
    ['what the person said', { error: { message: 'bad request', input: "Unknown parameter: 'stream_options'" } }],
  ])('%s: the host’s own words are the error', async (_what, refusal) => {
    const options = { reasoning_efforts: ['high'], effort_fields: { high: { thinking: { type: 'enabled' } } } }
    const { ask, seen } = strictHost(() => refusal, { options })
    const { error } = await ask({ output_schema: { type: 'object' }, reasoning_effort: 'high' })
    expect(error).toMatchObject({ provider_status: 400 })
    expect(seen).toHaveLength(1)
  })

  test('a host that refuses the same request without the field is asked no third time', async () => {
    const { ask, seen } = strictHost(() => message("Unknown parameter: 'stream_options'."))
    expect((await ask()).error).toMatchObject({
      error_class: 'invalid_request',
      provider_message: "Unknown parameter: 'stream_options'.",
    })
    expect(seen).toHaveLength(2)
  })

  test('another status than that of a bad request', async () => {
    const { ask, seen } = strictHost(() => message("Unknown parameter: 'stream_options'."), {}, 404)
    expect((await ask()).error).toMatchObject({ error_class: 'not_found' })
    expect(seen).toHaveLength(1)
  })
})
