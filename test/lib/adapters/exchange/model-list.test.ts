import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listModels } from '#lib/adapters/exchange/model-list.ts'
import { wireOf } from '#lib/adapters/registry.ts'

let running: Server | undefined
afterEach(() => running?.close())

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  running = server
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('asks /v1/models once, with the given headers, and keeps the server’s order', async () => {
  const seen: unknown[] = []
  const base_url = await serve((request, response) => {
    seen.push([request.method, request.url, request.headers['x-api-key']])
    response.end('{"data":[{"id":"b"},{"id":"a"},{"id":""},{"object":"nameless"},null]}')
  })
  expect(await listModels({ base_url: `${base_url}/v1/`, headers: { 'x-api-key': 'k' } })).toEqual([
    { name: 'b' },
    { name: 'a' },
  ])
  expect(seen).toEqual([['GET', '/v1/models', 'k']])
})

test.each([
  ['ollama', '/api/tags', '{"models":[{"name":"qwen3:8b","model":"qwen3:8b"},{"name":"llama3"}]}'],
  ['openrouter', '/api/v1/models', '{"data":[{"id":"qwen3:8b","name":"Qwen 3"},{"id":"llama3"}]}'],
] as const)('the models of %s are listed under %s', async (type, path, body) => {
  const seen: unknown[] = []
  const base_url = await serve((request, response) => {
    seen.push(request.url)
    response.end(body)
  })
  const { protocol } = wireOf({ type })
  expect(await listModels({ base_url, headers: {}, protocol })).toEqual([{ name: 'qwen3:8b' }, { name: 'llama3' }])
  expect(seen).toEqual([path])
})

test('keeps that a model reasons, where the server says so: OpenRouter, Vercel, Moonshot', async () => {
  const rows = [
    { id: 'openrouter', supported_parameters: ['reasoning', 'tools'] },
    { id: 'vercel', tags: ['reasoning'] },
    { id: 'moonshot', supports_reasoning: true },
    { id: 'plain', supported_parameters: ['tools'], tags: null, supports_reasoning: false },
  ]
  const base_url = await serve((_, response) => response.end(JSON.stringify({ data: rows })))
  expect(await listModels({ base_url, headers: {} })).toEqual([
    { name: 'openrouter', supports_thinking: true },
    { name: 'vercel', supports_thinking: true },
    { name: 'moonshot', supports_thinking: true },
    { name: 'plain' },
  ])
})

test('keeps what a model takes beside text, where the server says so', async () => {
  const rows = [
    { id: 'openrouter', architecture: { input_modalities: ['text', 'image', 'file'] } },
    { id: 'hyperbolic', input_modalities: ['text', 'image'] },
    { id: 'vercel', tags: ['vision', 'file-input'] },
    { id: 'moonshot', supports_image_in: true },
    { id: 'fireworks', supports_image_input: true },
    { id: 'mistral', capabilities: { vision: true } },
    { id: 'venice', model_spec: { capabilities: { supportsVision: true } } },
    { id: 'plain', architecture: { input_modalities: ['text', 'audio'] }, capabilities: { vision: false }, tags: {} },
  ]
  const base_url = await serve((_, response) => response.end(JSON.stringify({ data: rows })))
  const listed = await listModels({ base_url, headers: {} })
  expect(Object.fromEntries(listed.map(({ name, takes }) => [name, takes]))).toEqual({
    openrouter: ['pictures', 'files'],
    hyperbolic: ['pictures'],
    vercel: ['pictures', 'files'],
    moonshot: ['pictures'],
    fireworks: ['pictures'],
    mistral: ['pictures'],
    venice: ['pictures'],
    plain: undefined,
  })
})

test('keeps the context window, under whichever name the server gives it', async () => {
  const rows = [
    { id: 'vllm', max_model_len: 4096, context_length: 1 },
    { id: 'groq', context_window: 131_072 },
    { id: 'mistral', max_context_length: 32_768 },
    { id: 'together', context_length: 8192, max_model_len: null },
    { id: 'odd', max_model_len: '4096', context_window: 0, context_length: 1.5 },
  ]
  const base_url = await serve((_, response) => response.end(JSON.stringify({ data: rows })))
  expect(await listModels({ base_url, headers: {} })).toEqual([
    { name: 'vllm', max_context_tokens: 4096 },
    { name: 'groq', max_context_tokens: 131_072 },
    { name: 'mistral', max_context_tokens: 32_768 },
    { name: 'together', max_context_tokens: 8192 },
    { name: 'odd' },
  ])
})

test('a name that cannot be shown whole is not listed: nobody could ask for it', async () => {
  const key = 'a-key-of-mine'
  const names = ['good', 'x'.repeat(180), 'x'.repeat(181), key, `m-${key}`, Buffer.from(key).toString('base64')]
  const base_url = await serve((_, response) => response.end(JSON.stringify({ data: names.map((id) => ({ id })) })))
  const listed = await listModels({ base_url, headers: {}, secrets: [key] })
  expect(listed.map(({ name }) => name)).toEqual(names.slice(0, 2))
})

test.each([
  [200, '<html>hello</html>', 'not_found'],
  [200, '{"data":7}', 'not_found'],
  [404, 'Not Found', 'not_found'],
  [405, '{"data":[]}', 'not_found'],
  [401, '{"error":{"message":"no key"}}', 'auth'],
  [403, '{"data":[]}', 'auth'],
  [429, '{"data":[]}', 'server_error'],
  [500, '{"data":[]}', 'server_error'],
  [503, '{"error":{"message":"Loading model"}}', 'server_error'],
])('status %s with %s is no list, which is %s', async (status, body, error_class) => {
  const base_url = await serve((_, response) => response.writeHead(status).end(body))
  await expect(listModels({ base_url, headers: {} })).rejects.toMatchObject({
    error_class,
    provider_status: status,
    message: `no list of models, status ${status}`,
  })
})

test('a server that says nothing is not waited for', async () => {
  const base_url = await serve(() => {})
  await expect(listModels({ base_url, headers: {}, timeoutMs: 50 })).rejects.toThrow()
  running?.closeAllConnections()
})

test('wire-rule 237: models that answer no message are left out, and a list may be bare', async () => {
  const rows = [
    { id: 'llama', type: 'chat', active: true },
    { id: 'flux', type: 'image' },
    { id: 'whisper', active: false },
    { id: 'embed', capabilities: { completion_chat: false } },
    { id: 'large', capabilities: { completion_chat: true } },
    { id: 'rerank', supports_chat: false },
    { id: 'claude', type: 'model' },
  ]
  for (const body of [rows, { data: rows }]) {
    const base_url = await serve((_, response) => response.end(JSON.stringify(body)))
    const listed = await listModels({ base_url, headers: {} })
    expect(listed.map(({ name }) => name)).toEqual(['llama', 'large', 'claude'])
  }
})

test('what stands before every name of a list is no part of it', async () => {
  const body = { data: [{ id: 'models/gemini-3.5-flash' }, { id: 'other' }, { id: 'models/' }] }
  const base_url = await serve((_, response) => response.end(JSON.stringify(body)))
  expect(await listModels({ base_url, headers: {}, prefix: 'models/' })).toEqual([
    { name: 'gemini-3.5-flash' },
    { name: 'other' },
  ])
})
