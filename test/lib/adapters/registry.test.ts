import { describe, expect, test } from 'vitest'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { collect } from '#lib/adapters/exchange/collect.ts'
import { ADAPTER_TYPES, createAdapter, UnsupportedAdapterError } from '#lib/adapters/registry.ts'
import { parseModelId } from '#lib/canonical/id.ts'
import { silentLogger } from '#lib/log.ts'
import { answering, MODELS, requestFor } from '#test/support/adapter-harness.ts'

const unused: typeof fetch = () => Promise.reject(new TypeError('not asked'))

describe('createAdapter', () => {
  test.each(ADAPTER_TYPES)('builds %s from its type alone, under the name of its provider', (type) => {
    expect(createAdapter({ type }).name).toBe(parseModelId(MODELS[type])?.provider)
    expect(createAdapter({ type, name: 'gateway' }).name).toBe('gateway')
  })

  test.each(['toString', 'nonsense'])('refuses %s by name: there is no such type', (type) => {
    const build = () => createAdapter({ type: type as AdapterType })
    expect(build).toThrow(UnsupportedAdapterError)
    expect(build).toThrow(`adapters of type ${type} are not known; there are: ${ADAPTER_TYPES.join(', ')}`)
  })

  test('takes capabilities from the catalog, careful ones for what it does not have, and any that are given', () => {
    const adapter = createAdapter({ type: 'anthropic' })
    expect(adapter.capabilities('anthropic:no-such-model')).toMatchObject({
      supports_tools: true,
      supports_images: false,
    })
    const given = { ...adapter.capabilities('anthropic:x'), max_context_tokens: 7 }
    expect(createAdapter({ type: 'anthropic', capabilities: () => given }).capabilities('anthropic:x')).toBe(given)
  })

  test.each<[AdapterType, string | undefined, string]>([
    ['anthropic', undefined, 'https://api.anthropic.com/v1/messages'],
    ['anthropic', 'http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1/messages'],
    ['openai', undefined, 'https://api.openai.com/v1/chat/completions'],
    ['openai', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/chat/completions'],
    ['openrouter', undefined, 'https://openrouter.ai/api/v1/chat/completions'],
    ['openrouter', 'https://openrouter.ai', 'https://openrouter.ai/api/v1/chat/completions'],
    ['openrouter', 'https://openrouter.ai/api/', 'https://openrouter.ai/api/v1/chat/completions'],
    ['ollama', undefined, 'http://127.0.0.1:11434/api/chat'],
    ['ollama', 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/api/chat'],
  ])('%s with base URL %s posts to %s', async (type, base_url, url) => {
    const asked: unknown[] = []
    const adapter = createAdapter({
      type,
      max_retries: 0,
      log: silentLogger,
      ...(base_url === undefined ? {} : { base_url }),
      fetch: async (input) => {
        asked.push(input)
        return await unused(input)
      },
    })
    await expect(adapter.complete(requestFor(type))).rejects.toMatchObject({ error_class: 'network' })
    expect(asked.at(-1)).toEqual(url)
  })

  test.each([
    ['groq', 'https://api.groq.com/openai/v1/chat/completions'],
    ['mistral', 'https://api.mistral.ai/v1/chat/completions'],
    ['deepseek', 'https://api.deepseek.com/v1/chat/completions'],
    ['moonshot', 'https://api.moonshot.ai/v1/chat/completions'],
    ['ollama', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['nobody', 'https://api.openai.com/v1/chat/completions'],
  ])('an openai adapter under the name %s posts to %s', async (name, url) => {
    const asked: unknown[] = []
    const adapter = createAdapter({
      type: 'openai',
      name,
      max_retries: 0,
      log: silentLogger,
      fetch: async (input) => {
        asked.push(input)
        return await unused(input)
      },
    })
    expect(adapter.name).toBe(name)
    await expect(adapter.complete(requestFor('openai'))).rejects.toMatchObject({ error_class: 'network' })
    expect(asked).toEqual([url])
  })

  test('a fresh adapter gives calls canonical ids of its own, and asks for the name that it is told', async () => {
    const bodies: string[] = []
    const answer =
      '{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"add","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}'
    const adapter = createAdapter({
      type: 'openai',
      wire_name: (model) => model.toUpperCase(),
      fetch: async (url, init) => {
        bodies.push(String(init?.body))
        return await answering(answer)(url, init)
      },
    })
    const { content } = await collect(adapter.stream(requestFor('openai')), 'req_1')
    expect(content).toMatchObject([{ type: 'tool_use', id: expect.stringMatching(/^tu_[0-9A-Z]{26}$/) }])
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ model: 'OPENAI:TEST-MODEL' })
  })
})
