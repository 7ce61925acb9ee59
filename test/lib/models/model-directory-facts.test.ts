import { afterEach, expect, test } from 'vitest'
import { createAdapter } from '#lib/adapters/registry.ts'
import { silentLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const ABILITIES: Readonly<Record<string, string[]>> = { 'llava:7b': ['vision'], 'qwen3:8b': ['tools'] }

test('what an Ollama server says of its models counts from the first turn on', async () => {
  const chats: { tools?: unknown }[] = []
  const upstream: typeof fetch = async (url, init) => {
    const body = JSON.parse(String(init?.body))
    if (String(url).endsWith('/api/show')) {
      const model_info = { 'general.architecture': 'x', 'x.context_length': 8_192 }
      return Response.json({ capabilities: ['completion', ...(ABILITIES[body.model] ?? [])], model_info })
    }
    chats.push(body)
    const line = { message: { content: 'Yes' }, done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 1 }
    return new Response(`${JSON.stringify(line)}\n`, { headers: { 'content-type': 'application/x-ndjson' } })
  }
  const adapter = createAdapter({ type: 'ollama', fetch: upstream, log: silentLogger })
  const listModels = async () => [{ name: 'llava:7b' }, { name: 'qwen3:8b' }]
  server = await startSessionServer({ providers: [{ name: 'ollama', adapterOf: () => adapter, listModels }] })
  await server.models.refresh()
  const rows = server.models.list().filter(({ provider }) => provider === 'ollama')
  const said = { max_context_tokens: 8_192, max_output_tokens: 4_096, assumed: true }
  expect(rows.map(({ capabilities }) => capabilities)).toMatchObject([
    { supports_images: true, supports_tools: false, ...said },
    { supports_images: false, supports_tools: true, ...said },
  ])
  expect(server.models.find('ollama:llava:7b')?.window_is_assumed).toBe(false)

  const id = await server.sessions.create({ active_model: 'ollama:llava:7b' })
  const { data } = await server.attachments.put(Buffer.from(PIXEL, 'base64'), 'image/png', {}, LOCAL_OWNER.id)
  const image = { type: 'image' as const, source: { kind: 'file_ref' as const, data }, media_type: 'image/png' }
  await server.turns.start(id, { content: [image] })
  await server.turns.idle(id)
  await server.say(id, 'and now?')
  // A name that the list does not have is known after its first answer.
  const other = await server.sessions.create({ active_model: 'ollama:gemma2' })
  for (const text of ['hello', 'again']) await server.say(other, text)
  expect(server.models.find('ollama:gemma2')?.capabilities).toMatchObject({ supports_tools: false })
  expect(chats.map((body) => 'tools' in body)).toEqual([false, false, false, false])
  for (const session of [id, other]) {
    const statuses = (await server.store.path(session)).map(({ metadata }) => metadata.status)
    expect(statuses).toEqual(Array(4).fill('complete'))
  }
})
