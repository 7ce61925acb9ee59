import { describe, expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { silentLogger } from '#lib/log.ts'
import { drain, requestFor } from '#test/support/adapter-harness.ts'
import { wireServer } from '#test/support/wire-server.ts'

const SHOW = JSON.stringify({
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
  capabilities: ['completion', 'vision'],
})
const ANSWER = '{"message":{"content":"Yes"},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":1}\n'

/** A server that says this of its models and always answers the same. */
async function serverWith(show: { status?: number; body: string }) {
  return await wireServer((request) =>
    request.url === '/api/show' ? { status: show.status ?? 200, chunks: [show.body] } : { chunks: [ANSWER] },
  )
}

const adapterFor = (base_url: string, config: Partial<AdapterConfig> = {}) =>
  createAdapter({ type: 'ollama', base_url, log: silentLogger, ...config })

describe('before the first request to a model its server is asked', () => {
  test('wire-rule 90: for the real context length, once for each model, and the request carries it', async () => {
    const server = await serverWith({ body: SHOW })
    const adapter = adapterFor(server.url)
    await drain(adapter.stream(requestFor('ollama')))
    await drain(adapter.stream(requestFor('ollama')))
    await adapter.complete(requestFor('ollama', { model: 'ollama:other' }))
    const asked = server.requests.map(({ url, body }) => [url, JSON.parse(body).options?.num_ctx])
    expect(asked).toEqual([
      ['/api/show', undefined],
      ['/api/chat', 40_960],
      ['/api/chat', 40_960],
      ['/api/show', undefined],
      ['/api/chat', 40_960],
    ])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'test-model' })
  })

  test('and what it says is what the adapter declares from then on', async () => {
    const server = await serverWith({ body: SHOW })
    const adapter = adapterFor(server.url)
    expect(adapter.capabilities('ollama:test-model').supports_images).toBe(false)
    await adapter.complete(requestFor('ollama'))
    expect(adapter.capabilities('ollama:test-model')).toMatchObject({
      supports_images: true,
      supports_tools: false,
      max_context_tokens: 40_960,
    })
  })

  test('unless the installation has said it already', async () => {
    const server = await serverWith({ body: SHOW })
    await adapterFor(server.url, { options: { num_ctx: 2_048 } }).complete(requestFor('ollama'))
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/chat'])
    expect(JSON.parse(server.requests[0]?.body ?? '').options.num_ctx).toBe(2_048)
  })

  test.each([
    ['does not know', { status: 404, body: '{"error":"model not found"}' }],
    ['answers with something else', { body: '<html>' }],
  ])('a server that %s is asked again the next time, and the request goes out all the same', async (_case, show) => {
    const server = await serverWith(show)
    const adapter = adapterFor(server.url)
    await adapter.complete(requestFor('ollama'))
    await adapter.complete(requestFor('ollama'))
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/show', '/api/chat', '/api/show', '/api/chat'])
    expect(JSON.parse(server.requests[1]?.body ?? '').options).not.toHaveProperty('num_ctx')
  })

  test('a server that says nothing is borne no longer than the installation bears it', async () => {
    const server = await wireServer((request) =>
      request.url === '/api/show' ? { end: 'stall' } : { chunks: [ANSWER] },
    )
    const adapter = adapterFor(server.url, { idle_timeout_seconds: 0.05 })
    expect(await adapter.complete(requestFor('ollama'))).toMatchObject({ stop_reason: 'end_turn' })
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/show', '/api/chat'])
  })

  test('a cancel while it is asked ends the request before it is sent', async () => {
    const server = await wireServer(() => ({ chunks: ['{'], end: 'stall' }))
    const adapter = adapterFor(server.url)
    const controller = new AbortController()
    const draining = drain(adapter.stream(requestFor('ollama', { signal: controller.signal })))
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    const { complete, error } = await draining
    expect(error).toBeUndefined()
    expect(complete).toMatchObject({ stop_reason: 'cancelled', usage: { input_tokens: 0 } })
    expect(server.requests).toHaveLength(1)
  })
})

test('an answer that a gateway has written on several lines is read as a whole', async () => {
  const pretty = JSON.stringify(JSON.parse(ANSWER), null, 2)
  const server = await wireServer(() => ({ chunks: [pretty.slice(0, 10), pretty.slice(10)] }))
  const adapter = adapterFor(server.url, { options: { num_ctx: 2_048 } })
  expect(await adapter.complete(requestFor('ollama'))).toMatchObject({ content: [{ type: 'text', text: 'Yes' }] })
})
