import { describe, expect, test } from 'vitest'
import type { AdapterConfig, AdapterType, CanonicalRequest } from '#lib/adapters/adapter.ts'
import type { JsonObject, JsonValue } from '#lib/canonical/json.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import { testAdapter } from '#test/support/adapter-harness.ts'
import { ALL_CAPABILITIES, assistant, canonicalRequest, user } from '#test/support/message-builder.ts'

type Format = Exclude<AdapterType, 'openai' | 'openrouter'>

const ADD = { name: 'add', description: 'Adds', input_schema: { type: 'object' }, side_effects: 'none' as const }
const ANSWERS: Record<Format, JsonObject> = {
  anthropic: {
    type: 'message',
    role: 'assistant',
    model: 'model',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 1 },
  },
  'openai-responses': {
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok', annotations: [] }] }],
    usage: { input_tokens: 3, output_tokens: 1 },
  },
  ollama: {
    model: 'model',
    message: { role: 'assistant', content: 'ok' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 3,
    eval_count: 1,
  },
}

/** A host of this format that refuses what `refusal` gives an error for. */
function strictHost(
  type: Format,
  refusal: (body: JsonObject) => JsonValue | null,
  { status = 400, ...config }: Partial<AdapterConfig> & { status?: number } = {},
) {
  const seen: JsonObject[] = []
  const { adapter } = testAdapter({
    type,
    name: 'somebody',
    capabilities: () => ({ ...ALL_CAPABILITIES, supports_parallel_tool_calls: false }),
    max_retries: 0,
    fetch: async (_url, init) => {
      const body = JSON.parse(String(init?.body))
      seen.push(body)
      const refused = refusal(body)
      if (refused === null) return new Response(JSON.stringify(ANSWERS[type]))
      return new Response(typeof refused === 'string' ? refused : JSON.stringify(refused), { status })
    },
    ...config,
  })
  const ask = async (fields: Partial<CanonicalRequest> = {}) => {
    const records: ProjectionRecord[] = []
    const request = canonicalRequest({ model: 'somebody:model', messages: [user('hello')], tools: [ADD], ...fields })
    const answer = await adapter.complete({ ...request, onProjection: (record) => records.push(record) })
    return { content: answer.content, dropped: records.map(({ block_type }) => block_type) }
  }
  return { ask, seen }
}

const message = (text: string) => ({ error: { message: text, type: 'invalid_request_error' } })
const forbidden = (...loc: (string | number)[]) => ({
  type: 'extra_forbidden',
  loc: ['body', ...loc],
  msg: 'Extra inputs',
})

/** Each way in which hosts have been seen to refuse a field that stands at the top. */
const WAYS: Record<string, (field: string) => JsonValue> = {
  OpenAI: (field) => ({ error: { message: 'Unsupported parameter.', param: field, code: 'unsupported_parameter' } }),
  'OpenAI in words': (field) => message(`Unknown parameter: '${field}'.`),
  Azure: (field) => message(`Unrecognized request argument supplied: ${field}`),
  Anthropic: (field) => ({ type: 'error', ...message(`${field}: Extra inputs are not permitted`) }),
  FastAPI: (field) => ({ detail: [forbidden(field)] }),
  vLLM: (field) => ({
    object: 'error',
    message: `[{'type': 'extra_forbidden', 'loc': ('body', '${field}'), 'msg': 'Extra inputs are not permitted'}]`,
  }),
  Fireworks: (field) => message(`Extra inputs are not permitted, field: '${field}', value: 'high'`),
  Google: (field) => [message(`Invalid JSON payload received. Unknown name "${field}": Cannot find field.`)],
  serde: (field) => message(`unknown field \`${field}\`, expected one of \`model\`, \`messages\``),
  Go: (field) => `json: unknown field "${field}"`,
  Bedrock: (field) => ({ message: `#: extraneous key [${field}] is not permitted` }),
  'JSON Schema': (field) => ({ detail: `Additional properties are not allowed ('${field}' was unexpected)` }),
  xAI: (field) => ({ error: `Argument not supported on this model: ${field}` }),
}

/** One that somebody asked for: how, and what is said of it where it is left out. */
interface Asked {
  field: string
  fields: Partial<CanonicalRequest>
  options: Record<string, unknown>
  told: string
}
const HIGH = { reasoning_effort: 'high' } as const
const ASKED: Record<Format, Asked> = {
  anthropic: { field: 'thinking', fields: HIGH, options: { thinking: 'adaptive' }, told: 'thinking' },
  'openai-responses': {
    field: 'reasoning',
    fields: HIGH,
    options: { reasoning_efforts: ['low', 'high'] },
    // It stands alone in it.
    told: 'reasoning.effort',
  },
  ollama: { field: 'think', fields: HIGH, options: { num_ctx: 8_192, thinks: true }, told: 'think' },
}

describe.each(Object.keys(ASKED) as Format[])('a host that speaks %s and refuses a field by name', (type) => {
  const { field, fields, options, told } = ASKED[type]

  test.each(Object.entries(WAYS))('as %s does is asked once more without it, and remembered', async (_host, words) => {
    const { ask, seen } = strictHost(type, (body) => (field in body ? words(field) : null), { options })
    expect(await ask(fields)).toEqual({ content: [{ type: 'text', text: 'ok' }], dropped: [told] })
    const [{ [field]: refused, ...rest } = {}] = seen
    expect(refused).toBeDefined()
    expect(seen[1]).toEqual(rest)
    expect(await ask(fields)).toMatchObject({ dropped: [told] })
    expect(seen).toHaveLength(3)
  })

  test('with status 422 too, and no message or tool is ever left out', async () => {
    const unprocessable = strictHost(type, (body) => (field in body ? { detail: [forbidden(field)] } : null), {
      options,
      status: 422,
    })
    expect(await unprocessable.ask(fields)).toMatchObject({ dropped: [told] })
    const spoken = type === 'openai-responses' ? 'input' : 'messages'
    for (const needed of [spoken, 'tools']) {
      const { ask, seen } = strictHost(type, () => ({ detail: [forbidden(needed)] }), { options })
      await expect(ask(fields)).rejects.toMatchObject({ provider_status: 400 })
      expect(seen).toHaveLength(1)
    }
  })
})

/** Whether a field of this name is anywhere in it. */
const holds = (body: JsonObject | undefined, name: string) => JSON.stringify(body).includes(`"${name}":`)

describe('what stands inside of something', () => {
  test('Messages: marks for the cache, all of them wherever one was refused', async () => {
    const words = { type: 'error', ...message('system.0.cache_control: Extra inputs are not permitted') }
    const { ask, seen } = strictHost('anthropic', (body) => (holds(body, 'cache_control') ? words : null))
    const { content, dropped } = await ask({ system_prompt: 'Be kind.' })
    expect([content, dropped]).toEqual([[{ type: 'text', text: 'ok' }], []])
    expect(seen.map((body) => [body.system, body.messages])).toEqual([
      [
        [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
        [{ role: 'user', content: [{ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }] }],
      ],
      [[{ type: 'text', text: 'Be kind.' }], [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]],
    ])
  })

  test('Messages: an effort, by its own name or by that of what it stands alone in; a schema stays', async () => {
    const config = { options: { thinking: 'adaptive', effort: true } }
    const asked = { reasoning_effort: 'high' as const }
    const output_schema = { type: 'object', properties: {}, additionalProperties: false }
    const alone = strictHost(
      'anthropic',
      ({ output_config }) => (output_config ? message('output_config: Extra inputs are not permitted') : null),
      config,
    )
    expect(await alone.ask(asked)).toMatchObject({ dropped: ['output_config.effort'] })
    expect(alone.seen.map(({ output_config }) => output_config)).toEqual([{ effort: 'high' }, undefined])
    const beside = strictHost(
      'anthropic',
      (body) => (holds(body, 'effort') ? message('This model does not support the effort parameter.') : null),
      config,
    )
    await beside.ask({ ...asked, output_schema })
    expect(beside.seen[1]?.output_config).toEqual({ format: { type: 'json_schema', schema: output_schema } })
    const whole = strictHost('anthropic', () => message('output_config: Extra inputs are not permitted'), config)
    await expect(whole.ask({ ...asked, output_schema })).rejects.toThrow('output_config')
    expect(whole.seen).toHaveLength(1)
  })

  test('Messages: how thoughts are shown, without the thoughts', async () => {
    const words = message('thinking.adaptive.display: Extra inputs are not permitted')
    const config = { options: { thinking: 'adaptive', thinking_display: 'summarized' } }
    const { ask, seen } = strictHost('anthropic', (body) => (holds(body, 'display') ? words : null), config)
    expect(await ask({ reasoning_effort: 'high' })).toMatchObject({ dropped: [] })
    expect(seen.map(({ thinking }) => thinking)).toEqual([
      { type: 'adaptive', display: 'summarized' },
      { type: 'adaptive' },
    ])
  })

  test('Messages: what is left out of a request that was repaired in another way stays repaired', async () => {
    const raw = { format: 'anthropic.messages', model: 'model', asked_model: 'somebody:model' }
    const thought = assistant(
      [
        { type: 'thinking', text: 'Hm.', signature: 'old' },
        { type: 'text', text: 'Yes.' },
      ],
      { provider: 'somebody', model: 'somebody:model', provider_raw: raw },
    )
    const { ask, seen } = strictHost('anthropic', (body) => {
      if (holds(body, 'signature')) return message('messages.1.content.0: Invalid `signature` in `thinking` block')
      return 'temperature' in body ? message('`temperature` is deprecated for this model.') : null
    })
    const messages = [user('one'), thought, user('two')]
    expect(await ask({ messages, temperature: 0.3 })).toMatchObject({ content: [{ type: 'text', text: 'ok' }] })
    expect(seen.map((body) => [holds(body, 'signature'), 'temperature' in body])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
  })

  test('Responses: a word beside each message, a bound on tools, and reasoning that is not to be had sealed', async () => {
    const raw = {
      format: 'openai.responses',
      model: 'model',
      asked_model: 'somebody:model',
      fields: [{ index: 0, item: { type: 'message', id: 'msg_1', phase: 'final_answer' }, message: 1, part: {} }],
    }
    const metadata = { provider: 'somebody', model: 'somebody:model', provider_raw: raw }
    const before = assistant([{ type: 'text', text: 'Yes.' }], metadata)
    const refusal = (body: JsonObject) => {
      if (holds(body, 'phase')) return message("Unknown parameter: 'input[1].phase'.")
      if (holds(body, 'strict')) return message("Unknown parameter: 'tools[0].strict'.")
      return 'include' in body ? message('Encrypted content is not supported with this model.') : null
    }
    const { ask, seen } = strictHost('openai-responses', refusal, { options: { encrypted_reasoning: true } })
    expect(await ask({ messages: [user('one'), before, user('two')] })).toMatchObject({ dropped: [] })
    expect(seen.map((body) => ['phase', 'strict', 'include'].filter((name) => holds(body, name)))).toEqual([
      ['phase', 'strict', 'include'],
      ['strict', 'include'],
      ['include'],
      [],
    ])
  })

  test('Responses: that nothing is kept is left unsaid only to a host that does not know the word', async () => {
    const ignorant = strictHost('openai-responses', (body) =>
      'store' in body ? message("Unknown parameter: 'store'.") : null,
    )
    expect(await ignorant.ask()).toMatchObject({ dropped: ['store'] })
    const keeping = strictHost('openai-responses', () =>
      message("Unsupported value: 'store' does not support false with this model."),
    )
    await expect(keeping.ask()).rejects.toThrow("'store' does not support false")
    expect(keeping.seen).toHaveLength(1)
  })

  test('Ollama: that a model does not think, in words that name no field', async () => {
    const words = { error: '"qwen2:7b" does not support thinking' }
    const options = { num_ctx: 8_192, thinks: true }
    const { ask, seen } = strictHost('ollama', (body) => ('think' in body ? words : null), { options })
    expect(await ask({ reasoning_effort: 'high' })).toMatchObject({ dropped: ['think'] })
    expect(seen.map(({ think }) => think)).toEqual([true, undefined])
  })
})
