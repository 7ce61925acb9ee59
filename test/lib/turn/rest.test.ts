import { afterEach, expect, test } from 'vitest'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

test('whoever sends the request of a turn may ask for how long nobody who watches misses a piece', async () => {
  const script = createDemoFetch({ delay: async () => {} })
  const asked: (() => number)[] = []
  server = await startSessionServer({
    fetch: (url, init) => {
      const { rest } = init as RequestInit & { rest?: () => number }
      if (rest) asked.push(rest)
      return script(url, init)
    },
  })
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  const watch = (ms: number) => {
    const watching = server.live.subscribe(
      LOCAL_OWNER,
      id,
      null,
      Object.assign(() => {}, { rest: () => ms }),
    )
    watching.open()
    return watching
  }
  const watching = [watch(70), watch(7)]
  await server.say(id, 'hello')
  const [rest] = asked
  expect(rest?.()).toBe(7)
  watching[1]?.detach()
  expect(rest?.()).toBe(70)
  watching[0]?.detach()
  expect(rest?.()).toBe(0)
})
