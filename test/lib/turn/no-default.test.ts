import { afterEach, expect, test } from 'vitest'
import { NetworkError } from '#lib/canonical/error.ts'
import { ownServer } from '#test/support/own-server.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

test('a message that no model can take for want of its server is refused by name, and answered once that is back', async () => {
  let isUp = false
  let now = 0
  const listModels = async () => {
    if (!isUp) throw new NetworkError('connection refused', { request_id: '' })
    return [{ name: 'tiny' }]
  }
  server = await startSessionServer({ providers: [ownServer('tiny', { listModels })], now: () => now })
  await server.models.refresh()
  const id = await server.sessions.create({})
  await expect(server.turns.start(id, { content: [{ type: 'text', text: 'hello' }] })).rejects.toMatchObject({
    name: 'NoModelError',
    message: 'no model is asked for, set or configured as default: openai cannot be reached',
    chain: expect.arrayContaining([
      {
        policy: 'global_default',
        verdict: 'not_applicable',
        reason: 'there is no default model: openai cannot be reached',
      },
    ]),
  })
  expect(await server.store.path(id)).toEqual([])

  // A model that is named is tried all the same, as is the demo.
  await server.say(id, '@demo hello')
  expect((await server.store.path(id)).at(-1)?.metadata.model).toBe('demo:anthropic')

  isUp = true
  now += 20_000
  await server.say(id, 'hello')
  expect((await server.store.path(id)).at(-1)?.metadata).toMatchObject({ model: 'openai:tiny', status: 'complete' })
})
