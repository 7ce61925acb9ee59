import { afterEach, describe, expect, it } from 'vitest'
import { type DemoServer, startDemoServer } from '#test/support/demo-server.ts'
import { user, type Wire } from './wire.ts'

let server: DemoServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

async function post(path: string, body: object, init: RequestInit = {}): Promise<Response> {
  server ??= await startDemoServer({ delay: async () => {} })
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'demo', max_tokens: 1_000, stream: true, ...body }),
    ...init,
  })
}

describe('the demo behind a socket', () => {
  it('answers both formats and lists its models', async () => {
    expect(await (await post('/v1/messages', { messages: [user('hi')] })).text()).toContain('event: message_stop')
    expect(await (await post('/v1/chat/completions', { messages: [user('hi')] })).text()).toContain('data: [DONE]')
    const models: Wire = await (await fetch(`${server?.url}/v1/models`)).json()
    expect(models.data).toHaveLength(1)
  })

  it('breaks the connection in mid-answer', async () => {
    const response = await post('/v1/messages', { messages: [user('fault drop')] })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('lets the client leave in mid-answer', async () => {
    const leave = new AbortController()
    const response = await post('/v1/messages', { messages: [user('fault stall')] }, { signal: leave.signal })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    leave.abort()
    await expect(response.text().catch(() => reader?.closed)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
