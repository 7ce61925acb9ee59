import { expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { silentLogger } from '#lib/log.ts'
import { drain } from '#test/support/adapter-harness.ts'
import {
  ALL_CAPABILITIES,
  assistant,
  call,
  canonicalRequest,
  system,
  toolMessage,
  user,
} from '#test/support/message-builder.ts'

/** What a host is sent, as the environment would have it asked. */
async function sent(config: AdapterConfig, fields: Partial<Parameters<typeof canonicalRequest>[0]> = {}) {
  const seen: { url: string; headers: Headers; body: Record<string, unknown> }[] = []
  const adapter = createAdapter({
    api_key: 'test-key',
    log: silentLogger,
    max_retries: 0,
    ...config,
    fetch: async (url, init) => {
      seen.push({ url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) })
      return new Response('{"error":{"message":"enough"}}', { status: 400 })
    },
  })
  const request = canonicalRequest({ model: `${config.name}:test-model`, messages: [user('hello')], ...fields })
  const { error } = await drain(adapter.stream(request))
  if (!seen[0]) throw error
  return seen[0]
}

const CALLS = [
  user('go'),
  assistant([call('tu_1', 'add'), call('tu_2', 'sub')], { provider: 'maker', model: 'maker:model' }),
  toolMessage('tu_1'),
  toolMessage('tu_2'),
]

test.each([
  ['xai', 'openai', 'https://api.x.ai/v1/chat/completions'],
  ['together', 'openai', 'https://api.together.xyz/v1/chat/completions'],
  ['fireworks', 'openai', 'https://api.fireworks.ai/inference/v1/chat/completions'],
  ['perplexity', 'openai', 'https://api.perplexity.ai/chat/completions'],
  ['gemini', 'openai', 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions'],
  ['sambanova', 'openai', 'https://api.sambanova.ai/v1/chat/completions'],
  ['baseten', 'openai', 'https://inference.baseten.co/v1/chat/completions'],
  ['nebius', 'openai', 'https://api.tokenfactory.nebius.com/v1/chat/completions'],
  ['hyperbolic', 'openai', 'https://api.hyperbolic.xyz/v1/chat/completions'],
  ['lmstudio', 'openai', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['vllm', 'openai', 'http://127.0.0.1:8000/v1/chat/completions'],
  ['llamacpp', 'openai', 'http://127.0.0.1:8080/v1/chat/completions'],
] as const)('%s by %s is asked at %s', async (name, type, url) => {
  expect((await sent({ type, name })).url).toBe(url)
})

test('Azure is asked at the address of one’s own, with the key in its own header, and has none that everybody shares', async () => {
  const base_url = 'https://mine.openai.azure.com'
  const chat = await sent({ type: 'openai', name: 'azure', base_url })
  expect(chat.url).toBe(`${base_url}/openai/v1/chat/completions`)
  expect([chat.headers.get('api-key'), chat.headers.get('authorization')]).toEqual(['test-key', null])
  expect(chat.body).toMatchObject({ model: 'test-model', max_completion_tokens: expect.any(Number) })
  const preview = `${base_url}/openai/v1/?api-version=preview`
  const { url } = await sent({ type: 'openai-responses', name: 'azure', base_url: preview })
  expect(url).toBe(`${base_url}/openai/v1/responses?api-version=preview`)
  expect(() => createAdapter({ type: 'openai', name: 'azure' })).toThrow('give it a base_url')
})

test.each(['cerebras', 'moonshot'] as const)(
  'wire-rule 210: %s, which cannot make a model call a tool, is not asked to',
  async (name) => {
    const add = { name: 'add', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const }
    for (const tool_choice of ['required', { name: 'add' }] as const) {
      const { body } = await sent({ type: 'openai', name }, { tools: [add], tool_choice })
      expect([undefined, 'auto']).toContain(body.tool_choice)
    }
  },
)

test('wire-rule 232: Fireworks is told to refuse what does not fit, not to cut it short', async () => {
  const { body } = await sent({ type: 'openai', name: 'fireworks' })
  expect(body).toMatchObject({ context_length_exceeded_behavior: 'error' })
})

test('wire-rule 103: a call that Gemini did not make itself says that there is no signature to check, once to a step', async () => {
  const { body } = await sent({ type: 'openai', name: 'gemini' }, { messages: CALLS })
  const extra_content = { google: { thought_signature: 'skip_thought_signature_validator' } }
  const [, step] = body.messages as { tool_calls: { extra_content?: unknown }[] }[]
  expect(step?.tool_calls.map((each) => each.extra_content)).toEqual([extra_content, undefined])
})

test('wire-rule 237: Perplexity is sent no tools, earlier calls as words, and nothing but user and assistant in turns', async () => {
  const messages = [...CALLS, system('Be brief.'), user('and?')]
  const { body } = await sent({ type: 'openai', name: 'perplexity' }, { messages, system_prompt: 'Be kind.' })
  const roles = (body.messages as { role: string }[]).map(({ role }) => role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'user'])
  expect(JSON.stringify(body)).not.toContain('tool_call_id')
})

test('wire-rule 231: a host that nobody knows is given the older names, and nothing that it was not asked for', async () => {
  const tool = { name: 'add', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const }
  const base_url = 'https://nobody.example.com/v1'
  const fields = { system_prompt: 'Be kind.', tools: [tool] }
  const { body } = await sent({ type: 'openai', name: 'nobody', base_url }, fields)
  expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'tools'])
  expect(body.messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'hello' },
  ])
  expect(body.stream_options).toEqual({ include_usage: true })
})

test.each([
  ['xai', 'max_completion_tokens'],
  ['groq', 'max_tokens'],
] as const)('wire-rule 64: %s is given the bound on an answer as %s', async (name, field) => {
  expect((await sent({ type: 'openai', name })).body).toHaveProperty(field)
})

test('wire-rule 236: between Anthropic and a host that speaks as it does no thought crosses, and a document goes as text', async () => {
  const thought = (provider: string, model: string) =>
    assistant(
      [
        { type: 'thinking', text: 'Hm.', signature: 'a-signature' },
        { type: 'text', text: 'Yes.' },
      ],
      { provider, model, provider_raw: { format: 'anthropic.messages', model: 'test-model' } },
    )
  const block = {
    type: 'document' as const,
    source: { kind: 'file_ref' as const, data: 'attachments/report' },
    media_type: 'application/pdf',
    name: 'report.pdf',
  }
  const reading = { byte_length: 4, text: 'Sales rose.', is_cut: false, pages: 1, is_encrypted: false }
  const documents = new Map([[block.source.data, reading]])
  const bodyTo = async (config: AdapterConfig, maker: string) => {
    const messages = [user([block]), thought(maker, `${maker}:test-model`), user('and?')]
    const capabilities = () => ({ ...ALL_CAPABILITIES, documents: undefined })
    return JSON.stringify((await sent({ ...config, capabilities }, { messages, documents })).body)
  }
  const host = { type: 'anthropic', name: 'minimax-messages', base_url: 'https://api.minimax.io/anthropic' } as const
  const vendor = { type: 'anthropic', name: 'anthropic' } as const
  expect(await bodyTo(host, 'anthropic')).not.toContain('a-signature')
  expect(await bodyTo(vendor, 'minimax-messages')).not.toContain('a-signature')
  const own = await bodyTo(host, 'minimax-messages')
  expect(own).toContain('a-signature')
  expect(own).toContain('[document: report.pdf, application/pdf]\\nSales rose.')
  // The controls of a binding that it does not have, and the field would be refused.
  expect(own).not.toContain('block_binding')
})
