import { afterEach, expect, test } from 'vitest'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

/** An answer in the stream of Anthropic Messages. */
function answer(text: string, stop_reason: string): Response {
  const events = [
    { type: 'message_start', message: { id: 'msg_1', model: 'demo', usage: { input_tokens: 10, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test('wire-rule 54: an answer that pauses is sent again, and goes on in the same turn', async () => {
  const bodies: { messages: { role: string }[] }[] = []
  const upstream: typeof fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return bodies.length === 1 ? answer('Let me look', 'pause_turn') : answer('Found', 'end_turn')
  }
  server = await startSessionServer({ fetch: upstream })
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.say(id, 'Search')
  expect(bodies.map(({ messages }) => messages)).toEqual([
    [expect.objectContaining({ role: 'user' })],
    [
      expect.objectContaining({ role: 'user' }),
      expect.objectContaining({ role: 'assistant', content: [expect.objectContaining({ text: 'Let me look' })] }),
    ],
  ])
  const said = (await server.store.path(id)).filter(({ role }) => role === 'assistant')
  expect(said.map(({ metadata }) => metadata.stop_reason)).toEqual(['pause_turn', 'end_turn'])
  const ends = (await server.store.events(id)).filter(({ type }) => type === 'turn.completed')
  expect(ends).toMatchObject([{ payload: { llm_calls: 2 } }])
})
