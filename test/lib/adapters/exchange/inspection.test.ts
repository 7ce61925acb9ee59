import { describe, expect, test } from 'vitest'
import type { AdapterConfig } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import type { ProjectionRecord } from '#lib/canonical/projection.ts'
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

  test('tools that the host alone says it has not are left out, of a request that was made before it said so', async () => {
    const server = await serverWith({ body: SHOW })
    const adapter = adapterFor(server.url)
    const tools = [{ name: 'add', description: '', input_schema: { type: 'object' }, side_effects: 'none' as const }]
    const records: ProjectionRecord[] = []
    const onProjection = (record: ProjectionRecord) => records.push(record)
    for (let turn = 0; turn < 2; turn += 1) await adapter.complete(requestFor('ollama', { tools, onProjection }))
    const sent = server.requests.filter(({ url }) => url === '/api/chat').map(({ body }) => JSON.parse(body))
    expect(sent.map((body) => 'tools' in body)).toEqual([false, false])
    expect(records.map(({ block_type, action }) => [block_type, action])).toEqual([
      ['tools', 'dropped'],
      ['tools', 'dropped'],
    ])
  })

  test('again after some minutes, and what it said counts until it says something else', async () => {
    let now = 0
    let show = { status: 200, body: SHOW }
    const server = await wireServer((request) =>
      request.url === '/api/show' ? { status: show.status, chunks: [show.body] } : { chunks: [ANSWER] },
    )
    const adapter = adapterFor(server.url, { now: () => now })
    const windowAfter = async (minutes: number) => {
      now += minutes * 60_000
      await adapter.complete(requestFor('ollama'))
      return adapter.capabilities('ollama:test-model').max_context_tokens
    }
    expect(await windowAfter(0)).toBe(40_960)
    show = { status: 200, body: JSON.stringify({ parameters: 'num_ctx 8192' }) }
    expect(await windowAfter(1)).toBe(40_960)
    expect(await windowAfter(9)).toBe(8_192)
    show = { status: 500, body: '' }
    expect(await windowAfter(9)).toBe(8_192)
    expect(await windowAfter(1)).toBe(8_192)
    expect(server.requests.filter(({ url }) => url === '/api/show')).toHaveLength(3)
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

describe('about a list of models a server is asked', () => {
  const names = Array.from({ length: 30 }, (_, index) => `ollama:model-${index}`)

  test('a few at a time, and once', async () => {
    let [open, most] = [0, 0]
    const fetchCounting: typeof fetch = async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 1))
      open -= 1
      return new Response(SHOW)
    }
    let asked = 0
    const adapter = adapterFor('http://127.0.0.1:9', {
      fetch: (...args) => {
        asked += 1
        return fetchCounting(...args)
      },
    })
    await adapter.inspect?.(names)
    await adapter.inspect?.(names)
    expect({ asked, most }).toEqual({ asked: 30, most: 4 })
    expect(names.every((name) => adapter.capabilities(name).max_context_tokens === 40_960)).toBe(true)
  })

  test('not at all where its format has no such question', async () => {
    const server = await serverWith({ body: SHOW })
    await createAdapter({ type: 'openai', base_url: server.url, log: silentLogger }).inspect?.(['openai:gpt-5'])
    expect(server.requests).toEqual([])
  })

  test('no longer than somebody waits for a list', async () => {
    const server = await wireServer(() => ({ end: 'stall' }))
    const started = Date.now()
    await adapterFor(server.url).inspect?.(names)
    expect(Date.now() - started).toBeLessThan(4_500)
    expect(server.requests).toHaveLength(4)
  })
})

test('an answer that a gateway has written on several lines is read as a whole', async () => {
  const pretty = JSON.stringify(JSON.parse(ANSWER), null, 2)
  const server = await wireServer(() => ({ chunks: [pretty.slice(0, 10), pretty.slice(10)] }))
  const adapter = adapterFor(server.url, { options: { num_ctx: 2_048 } })
  expect(await adapter.complete(requestFor('ollama'))).toMatchObject({ content: [{ type: 'text', text: 'Yes' }] })
})
