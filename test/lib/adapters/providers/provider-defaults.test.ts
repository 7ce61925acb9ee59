import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { textOf } from '#lib/canonical/block.ts'
import { silentLogger } from '#lib/log.ts'
import { canonicalRequest } from '#test/support/message-builder.ts'

// No fetch is injected here: what a configuration with nothing but a key sends, and where to.

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function record(url: string, answer: object) {
  const seen: { headers: Headers; body: unknown }[] = []
  server.use(
    http.post(url, async ({ request }) => {
      seen.push({ headers: request.headers, body: await request.json() })
      return HttpResponse.json(answer)
    }),
  )
  return seen
}

test('anthropic: its own host, key and version', async () => {
  const seen = record('https://api.anthropic.com/v1/messages', {
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content: [{ type: 'text', text: 'Hello' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 1 },
  })
  const adapter = createAdapter({ type: 'anthropic', api_key: 'test-key', log: silentLogger })
  const answer = await adapter.complete(canonicalRequest({ model: 'anthropic:claude-sonnet-4-6' }))
  expect(textOf(answer.content)).toBe('Hello')
  expect(answer).toMatchObject({ model: 'anthropic:claude-sonnet-4-6', provider: 'anthropic', stop_reason: 'end_turn' })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.headers.get('x-api-key')).toBe('test-key')
  expect(seen[0]?.headers.get('anthropic-version')).toBe('2023-06-01')
  expect(seen[0]?.headers.has('authorization')).toBe(false)
  expect(seen[0]?.body).toMatchObject({ model: 'claude-sonnet-4-6', max_tokens: 1024 })
})

test('openai: its own host and a bearer key', async () => {
  const seen = record('https://api.openai.com/v1/chat/completions', {
    object: 'chat.completion',
    model: 'gpt-4o-2024-08-06',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  })
  const adapter = createAdapter({ type: 'openai', api_key: 'test-key', log: silentLogger })
  const answer = await adapter.complete(canonicalRequest({ model: 'openai:gpt-4o' }))
  expect(textOf(answer.content)).toBe('Hello')
  expect(answer).toMatchObject({ provider: 'openai', stop_reason: 'end_turn' })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.headers.get('authorization')).toBe('Bearer test-key')
  expect(seen[0]?.headers.has('x-api-key')).toBe(false)
  expect(seen[0]?.body).toMatchObject({ model: 'gpt-4o', max_completion_tokens: 1024 })
})
