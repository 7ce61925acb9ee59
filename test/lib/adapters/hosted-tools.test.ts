import { expect, test } from 'vitest'
import type { AdapterConfig, CanonicalRequest } from '#lib/adapters/adapter.ts'
import { toWire as chat } from '#lib/adapters/protocols/chat-completions/to-wire.ts'
import { toWire as ollama } from '#lib/adapters/protocols/ollama/to-wire.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { JsonObject } from '#lib/canonical/json.ts'
import { memoryLogger } from '#lib/log.ts'
import { ALL_CAPABILITIES, canonicalRequest, testTarget } from '#test/support/message-builder.ts'

const offered = (config: AdapterConfig, model: string) => createAdapter(config).capabilities(model).hosted_tools

test('a model says which tools its provider runs for it, at the provider itself alone', () => {
  const claude = 'anthropic:claude-opus-5-5'
  expect(offered({ type: 'anthropic' }, claude)).toEqual(['web_search', 'web_fetch', 'code_execution'])
  expect(offered({ type: 'openai-responses' }, 'openai:gpt-5.4')).toEqual([
    'web_search',
    'code_execution',
    'file_search',
  ])
  expect(offered({ type: 'openai' }, 'openai:gpt-5.4')).toBeUndefined()
  expect(offered({ type: 'openrouter' }, 'openrouter:maker/model')).toEqual(['web_search', 'web_fetch'])
  expect(offered({ type: 'openai', name: 'groq' }, 'groq:llama')).toBeUndefined()
  const base_url = 'https://gateway.test'
  expect(offered({ type: 'anthropic', base_url }, claude)).toBeUndefined()
  const known_capabilities = () => ({ hosted_tools: ['web_search' as const] })
  expect(offered({ type: 'anthropic', base_url, known_capabilities }, claude)).toEqual(['web_search'])
})

test.each([
  ['Chat Completions', chat],
  ['Ollama', ollama],
])('%s has none: a request that asks for one goes out without it, and that is recorded', (_format, toWire) => {
  const capabilities = { ...ALL_CAPABILITIES, hosted_tools: ['web_search' as const] }
  const target = testTarget({ capabilities })
  const body = toWire(canonicalRequest({ hosted_tools: [{ tool: 'web_search' }, { tool: 'web_fetch' }] }), target)
  expect(body).toEqual(toWire(canonicalRequest(), testTarget({ capabilities })))
  expect(target.records.map(({ block_type, action, reason }) => [block_type, action, reason])).toEqual([
    ['hosted_tools', 'dropped', 'web_fetch: its provider does not run it for this model'],
    ['hosted_tools', 'dropped', 'web_search: the wire format has none'],
  ])
})

test('what the installation offers goes to the models that have it, unless the request says which', async () => {
  const bodies: JsonObject[] = []
  const adapter = createAdapter({
    type: 'anthropic',
    api_key: 'key',
    max_retries: 0,
    options: {
      prompt_caching: false,
      hosted_tools: [{ tool: 'web_search', max_uses: 2 }, { tool: 'image_generation' }],
    },
    log: memoryLogger(),
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)) as JsonObject)
      return new Response('{}', { status: 500 })
    },
  })
  const ask = (fields: Partial<CanonicalRequest>) =>
    adapter.complete(canonicalRequest({ model: 'anthropic:claude-haiku-4-5', ...fields })).catch(() => {})
  await ask({})
  await ask({ hosted_tools: [] })
  expect(bodies.map(({ tools }) => tools)).toEqual([
    [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }],
    undefined,
  ])
})
