import { expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { conversationKey } from '#lib/adapters/history/conversation-key.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { silentLogger } from '#lib/log.ts'
import { canonicalRequest, SESSION_ID } from '#test/support/message-builder.ts'

const KEY = conversationKey({ session_id: SESSION_ID })

/** What tells the host of the conversation that a request belongs to. */
async function told({ name = 'openai', ...config }: Partial<AdapterConfig> & Pick<AdapterConfig, 'type'>) {
  const sent: { header: string | null; key: unknown }[] = []
  const adapter = createAdapter({
    ...config,
    name,
    api_key: 'k',
    max_retries: 0,
    log: silentLogger,
    fetch: async (_, init) => {
      const { prompt_cache_key: key } = JSON.parse(String(init?.body))
      sent.push({ header: new Headers(init?.headers).get('x-grok-conv-id'), key })
      return new Response('{}', { status: 400 })
    },
  })
  await expect(adapter.complete(canonicalRequest({ model: `${name}:model` }))).rejects.toThrow()
  return sent
}

test('wire-rule 224: a session has one key, of at most 64 characters, that tells nothing of it', () => {
  expect(KEY).toMatch(/^[0-9a-f]{32}$/)
  expect(conversationKey({ session_id: SESSION_ID })).toBe(KEY)
  expect(conversationKey({ session_id: 'another' })).not.toBe(KEY)
  expect(conversationKey({ session_id: '' })).toBeNull()
})

test.each(['openai', 'openai-responses'] as const)(
  'wire-rule 224: OpenAI is told it by %s, and no other host',
  async (type) => {
    expect(await told({ type })).toEqual([{ header: null, key: KEY }])
    expect(await told({ type, base_url: 'http://127.0.0.1:9/v1' })).toEqual([{ header: null, key: undefined }])
    const options = { prompt_cache_key: true }
    expect(await told({ type, options, base_url: 'http://127.0.0.1:9/v1' })).toEqual([{ header: null, key: KEY }])
  },
)

test('wire-rule 228: Mistral is told it in the body, xAI in a header, and Groq not at all', async () => {
  expect(await told({ type: 'openai', name: 'mistral' })).toEqual([{ header: null, key: KEY }])
  expect(await told({ type: 'openai', name: 'xai' })).toEqual([{ header: KEY, key: undefined }])
  expect(await told({ type: 'openai', name: 'groq' })).toEqual([{ header: null, key: undefined }])
})
