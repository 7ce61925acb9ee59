import { describe, expect, test } from 'vitest'
import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { REASONING_EFFORTS } from '#lib/canonical/effort-order.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
import type { ReasoningEffort } from '#lib/canonical/reasoning-effort.ts'
import { silentLogger } from '#lib/log.ts'
import { drain } from '#test/support/adapter-harness.ts'
import { assistant, call, canonicalRequest, toolMessage, user } from '#test/support/message-builder.ts'

const ADD = { name: 'add', description: 'Adds', input_schema: { type: 'object' }, side_effects: 'none' as const }

function adapterFor(id: string, seen: JsonObject[] = [], thinks = false) {
  const name = id.slice(0, id.indexOf(':'))
  return createAdapter({
    type: name === 'openrouter' ? 'openrouter' : 'openai',
    name,
    api_key: 'test-key',
    log: silentLogger,
    max_retries: 0,
    // Of whom no record knows an address.
    ...(name === 'somebody' && { base_url: 'http://127.0.0.1:9/v1' }),
    ...(thinks && { known_capabilities: () => ({ supports_thinking: true }) }),
    fetch: async (_url, init) => {
      seen.push(JSON.parse(String(init?.body)))
      return new Response('{"error":{"message":"enough"}}', { status: 401 })
    },
  })
}

/** What a host is sent, and what was recorded of it. */
async function sent(id: string, fields: Partial<CanonicalRequest> = {}, thinks = false) {
  const seen: JsonObject[] = []
  const records: ProjectionRecord[] = []
  const request = canonicalRequest({ model: id, messages: [user('hello')], ...fields })
  await drain(adapterFor(id, seen, thinks).stream({ ...request, onProjection: (record) => records.push(record) }))
  return { body: seen[0] ?? {}, records }
}

const PLAIN = ['model', 'messages', 'max_tokens', 'max_completion_tokens', 'stream', 'stream_options', 'tools']

/** Each effort that the model offers, with the fields that ask for it. */
async function asked(id: string, thinks = false): Promise<Record<string, JsonObject>> {
  const efforts = adapterFor(id, [], thinks).efforts?.(id) ?? []
  const { body: silent } = await sent(id, {}, thinks)
  const all: Record<string, JsonObject> = {}
  for (const effort of efforts) {
    const { body } = await sent(id, { reasoning_effort: effort }, thinks)
    const own = Object.entries(body).filter(([field]) => !PLAIN.includes(field))
    all[effort] = Object.fromEntries(
      own.filter(([field, value]) => JSON.stringify(silent[field]) !== JSON.stringify(value)),
    )
  }
  return all
}

const byEffort = (...words: string[]) => Object.fromEntries(words.map((word) => [word, { reasoning_effort: word }]))
const ON_OFF = { none: { thinking: { type: 'disabled' } }, medium: { thinking: { type: 'enabled' } } }
const thinkingWith = (effort: string) => ({ thinking: { type: 'enabled' }, reasoning_effort: effort })

describe('how a model is asked to reason, by what is documented of it', () => {
  test.each<[string, Record<string, JsonObject>]>([
    [
      'wire-rule 170: deepseek:deepseek-v4-pro',
      {
        none: { thinking: { type: 'disabled' } },
        low: thinkingWith('low'),
        high: thinkingWith('high'),
        max: thinkingWith('max'),
      },
    ],
    ['wire-rule 173: moonshot:kimi-k2.6', ON_OFF],
    ['wire-rule 173: moonshot:kimi-k2.7-code', {}],
    ['wire-rule 173: moonshot:kimi-k3', byEffort('low', 'high', 'max')],
    ['wire-rule 174: zai:glm-4.7-flash', ON_OFF],
    [
      'wire-rule 174: zai:glm-5.2',
      { none: { thinking: { type: 'disabled' } }, high: thinkingWith('high'), max: thinkingWith('max') },
    ],
    ['wire-rule 174: zai:glm-5.3', { low: thinkingWith('low'), high: thinkingWith('high'), max: thinkingWith('max') }],
    ['wire-rule 176: xai:grok-4.3', byEffort('none', 'low', 'medium', 'high')],
    ['wire-rule 176: xai:grok-4.6', { ...byEffort('low', 'medium', 'high'), max: { reasoning_effort: 'xhigh' } }],
    ['wire-rule 176: xai:grok-3-mini', byEffort('low', 'high')],
    ['wire-rule 177: mistral:mistral-small-latest', byEffort('none', 'high')],
    ['wire-rule 177: mistral:magistral-medium-latest', {}],
    ['wire-rule 178: groq:openai/gpt-oss-120b', byEffort('low', 'medium', 'high')],
    [
      'wire-rule 178: groq:qwen/qwen3-32b',
      { none: { reasoning_effort: 'none' }, medium: { reasoning_effort: 'default' } },
    ],
    ['wire-rule 179: cerebras:gpt-oss-120b', byEffort('low', 'medium', 'high')],
    ['wire-rule 179: cerebras:zai-glm-4.7', { none: { reasoning_effort: 'none' }, medium: {} }],
    ['wire-rule 182: gemini:gemini-3.5-flash', byEffort('low', 'medium', 'high')],
    ['wire-rule 185: perplexity:sonar-reasoning-pro', byEffort('minimal', 'low', 'medium', 'high')],
    ['wire-rule 185: perplexity:sonar', {}],
  ])('%s', async (name, expected) => {
    expect(await asked(name.slice(name.indexOf(': ') + 2))).toEqual(expected)
  })
})

const effortOf = (effort: string) => ({ reasoning: { effort } })
const template = (fields: (on: boolean) => JsonObject) => ({ none: fields(false), medium: fields(true) })

describe('how a host is asked for the reasoning of a model that is said to reason', () => {
  test.each<[string, Record<string, JsonObject>]>([
    ['wire-rule 175: qwen:any', template((enable_thinking) => ({ enable_thinking }))],
    [
      'wire-rule 180: openrouter:any/any',
      Object.fromEntries(REASONING_EFFORTS.map((effort) => [effort, effortOf(effort)])),
    ],
    ['wire-rule 183: ollama:any', byEffort('none', 'low', 'medium', 'high', 'max')],
    ['wire-rule 184: vllm:any', template((on) => ({ chat_template_kwargs: { enable_thinking: on, thinking: on } }))],
    [
      'wire-rule 184: llamacpp:any',
      template((on) => ({ chat_template_kwargs: { enable_thinking: on, thinking: on } })),
    ],
    ['wire-rule 184: fireworks:any', byEffort('none', 'low', 'medium', 'high')],
    [
      'wire-rule 185: together:any',
      {
        none: { reasoning: { enabled: false } },
        low: { reasoning: { enabled: true }, reasoning_effort: 'low' },
        medium: { reasoning: { enabled: true }, reasoning_effort: 'medium' },
        high: { reasoning: { enabled: true }, reasoning_effort: 'high' },
      },
    ],
    [
      'wire-rule 185: deepinfra:any',
      {
        none: { reasoning: { enabled: false } },
        low: effortOf('low'),
        medium: effortOf('medium'),
        high: effortOf('high'),
      },
    ],
    [
      'wire-rule 185: vercel:any/any',
      {
        none: { reasoning: { enabled: false } },
        low: { reasoning: { enabled: true, effort: 'low' } },
        medium: { reasoning: { enabled: true, effort: 'medium' } },
        high: { reasoning: { enabled: true, effort: 'high' } },
      },
    ],
    ['wire-rule 185: cohere:any', byEffort('none', 'high')],
    ['wire-rule 185: nvidia:any', template((thinking) => ({ chat_template_kwargs: { thinking } }))],
    [
      'wire-rule 185: venice:any',
      template((on) => ({ venice_parameters: { include_venice_system_prompt: false, disable_thinking: !on } })),
    ],
    ['wire-rule 185: lmstudio:any', {}],
  ])('%s', async (name, expected) => {
    expect(await asked(name.slice(name.indexOf(': ') + 2), true)).toEqual(expected)
  })

  test.each(['vllm:any', 'together:any', 'vercel:any/any', 'openrouter:any/any', 'qwen:any', 'somebody:any'])(
    'wire-rules 185 and 212: of %s, which nobody says of that it reasons, nothing is asked',
    async (id) => {
      expect(await asked(id)).toEqual({})
      const { body } = await sent(id, { reasoning_effort: 'high', tools: [ADD] })
      expect(Object.keys(body).filter((field) => !PLAIN.includes(field))).toEqual(
        id.startsWith('openrouter') ? ['plugins', 'session_id'] : [],
      )
    },
  )
})

test('wire-rules 167 and 169: OpenAI’s models that have no price here are asked in their own words, and for what goes back', async () => {
  const seen: JsonObject[] = []
  const adapter = createAdapter({
    type: 'openai-responses',
    api_key: 'test-key',
    log: silentLogger,
    max_retries: 0,
    fetch: async (_url, init) => {
      seen.push(JSON.parse(String(init?.body)))
      return new Response('{"error":{"message":"enough"}}', { status: 401 })
    },
  })
  const ask = (model: string, reasoning_effort: ReasoningEffort) =>
    drain(adapter.stream(canonicalRequest({ model, messages: [user('hello')], reasoning_effort, temperature: 1 })))
  await ask('openai:gpt-5.6', 'none')
  await ask('openai:gpt-6-astra', 'none')
  await ask('openai:gpt-9', 'high')
  expect(seen.map(({ reasoning, include, store, temperature }) => [reasoning, include, store, temperature])).toEqual([
    [{ effort: 'none' }, ['reasoning.encrypted_content'], false, undefined],
    [{ effort: 'low' }, ['reasoning.encrypted_content'], false, undefined],
    [undefined, undefined, false, 1],
  ])
  expect(adapter.efforts?.('openai:gpt-6-astra')).toEqual(['low', 'medium', 'high', 'max'])
})

describe('what else a switch changes', () => {
  test('wire-rules 170 and 173: a forced tool switches DeepSeek’s thinking off, and is a free choice at Kimi', async () => {
    const forced = { tools: [ADD], tool_choice: 'required' as const, reasoning_effort: 'high' as ReasoningEffort }
    const deepseek = await sent('deepseek:deepseek-v4-flash', forced)
    expect(deepseek.body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: 'required' })
    expect(deepseek.body).not.toHaveProperty('reasoning_effort')
    expect(deepseek.records).toMatchObject([{ block_type: 'reasoning_effort', action: 'dropped' }])
    const kimi = await sent('moonshot:kimi-k3', forced)
    expect(kimi.body).toMatchObject({ tool_choice: 'auto', reasoning_effort: 'high' })
    expect(kimi.records).toMatchObject([{ block_type: 'tool_choice', action: 'converted' }])
  })

  test('wire-rules 173, 176 and 178: what the models refuse is left out, and Groq’s Qwen is told to keep its thoughts apart', async () => {
    const asking = { temperature: 0.3, stop_sequences: ['END'] }
    expect((await sent('moonshot:kimi-k2.6', asking)).body).not.toHaveProperty('temperature')
    expect((await sent('xai:grok-4.5', asking)).body).not.toHaveProperty('stop')
    expect((await sent('xai:grok-code', asking)).body).toHaveProperty('stop')
    expect((await sent('groq:qwen/qwen3-32b')).body).toMatchObject({ reasoning_format: 'parsed' })
    expect((await sent('groq:openai/gpt-oss-20b')).body).not.toHaveProperty('reasoning_format')
  })

  test('wire-rule 187: MiniMax keeps its reasoning apart, so that it goes back', async () => {
    expect((await sent('minimax:MiniMax-M2')).body).toMatchObject({ reasoning_split: true })
  })
})

describe('where reasoning goes back', () => {
  const own = (id: string) => ({
    provider: id.slice(0, id.indexOf(':')),
    model: id,
    provider_raw: { format: 'openai.chat', model: id.slice(id.indexOf(':') + 1), asked_model: id },
  })
  const thought = (text: string) => ({ type: 'thinking' as const, text })
  const history = (id: string) => [
    user('one'),
    assistant([thought('hm'), { type: 'text', text: 'Yes.' }], own(id)),
    user('two'),
    assistant([thought('so'), call('tu_1', 'add')], own(id)),
    toolMessage('tu_1'),
    assistant([{ type: 'text', text: 'Done.' }], { provider: 'maker', model: 'maker:model' }),
    user('three'),
  ]
  const echoes = async (id: string, fields: Partial<CanonicalRequest> = {}) => {
    const { body } = await sent(id, { messages: history(id), ...fields })
    const messages = body.messages as JsonObject[]
    return messages.filter(({ role }) => role === 'assistant').map(({ reasoning_content }) => reasoning_content)
  }

  test('wire-rules 134 and 171: to DeepSeek on every turn of the assistant beside tools, empty where there is none', async () => {
    expect(await echoes('deepseek:deepseek-v4-pro', { tools: [ADD] })).toEqual(['hm', 'so', ''])
    expect(await echoes('deepseek:deepseek-v4-pro')).toEqual([undefined, 'so', undefined])
  })

  test('wire-rules 173 and 174: to Kimi and GLM on turns with calls', async () => {
    expect(await echoes('moonshot:kimi-k2.6', { tools: [ADD] })).toEqual([undefined, 'so', undefined])
    expect(await echoes('zai:glm-5.3', { tools: [ADD] })).toEqual([undefined, 'so', undefined])
  })

  test.each(['xai:grok-4.5', 'groq:openai/gpt-oss-20b', 'cerebras:gpt-oss-120b', 'somebody:any'])(
    'wire-rules 178, 179 and 186: to %s never',
    async (id) => {
      const { body } = await sent(id, { messages: history(id), tools: [ADD] })
      expect(JSON.stringify(body)).not.toMatch(/"reasoning|"hm"|"so"/)
    },
  )
})
