import { afterEach, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

test('every request of a turn bounds its answer and offers the tools, on both wire formats', async () => {
  const script = createDemoFetch({ delay: async () => {} })
  const bodies: { max_tokens?: number; max_completion_tokens?: number; tools?: unknown[] }[] = []
  server = await startSessionServer({
    fetch: (url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return script(url, init)
    },
  })
  for (const model of ['demo:anthropic', 'demo:openai']) {
    const id = await server.sessions.create({ active_model: model })
    await server.say(id, 'calculate 6*7')
  }
  const bound = (model: string) => Math.min(16_384, capabilitiesOf(model).max_output_tokens)
  expect(bodies.map(({ max_tokens, max_completion_tokens }) => ({ max_tokens, max_completion_tokens }))).toEqual([
    ...Array(2).fill({ max_tokens: bound('demo:anthropic') }),
    ...Array(2).fill({ max_completion_tokens: bound('demo:openai') }),
  ])
  expect(bodies.map(({ tools }) => tools?.length)).toEqual([2, 2, 1, 1])
})
