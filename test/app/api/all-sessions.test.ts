import { afterAll, beforeAll, expect, test } from 'vitest'
import * as restore from '#app/api/sessions/all/restore/route.ts'
import * as all from '#app/api/sessions/all/route.ts'
import { ALLOW_ALL } from '#lib/policy/policy.ts'
import { AllSessions } from '#lib/session/all-sessions.ts'
import { askRoute } from '#test/support/ask-route.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer

beforeAll(async () => {
  server = await startSessionServer()
  const { store, live, parts } = server
  const allSessions = new AllSessions({ store, live, turns: parts.turns })
  const installed = { ...parts, allSessions, policy: ALLOW_ALL, checksContract: true, version: 'test' }
  Object.assign(globalThis, { metisServer: Promise.resolve(installed) })
})
afterAll(async () => {
  Object.assign(globalThis, { metisServer: undefined })
  await server.close()
})

test('all chats go only where their number is said, and come back by the time of their deletion', async () => {
  const [one, two] = [await server.sessions.create({}), await server.sessions.create({})]
  expect(await askRoute(all.DELETE, 'DELETE')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  })
  expect(await askRoute(all.DELETE, 'DELETE', { query: '?chats=3' })).toEqual({
    status: 400,
    body: {
      error: {
        code: 'invalid_request',
        message: 'chats: there are 2 by now; look again before deleting',
        details: [{ path: 'chats', problem: 'there are 2 by now; look again before deleting' }],
      },
    },
  })
  expect((await askRoute(all.GET, 'GET')).body).toEqual({ chats: 2, running: 0, deleted: [] })
  const gone = await askRoute(all.DELETE, 'DELETE', { query: '?chats=2' })
  const { at, deleted } = gone.body
  expect([gone.status, deleted.toSorted()]).toEqual([200, [one, two].sort()])
  expect((await askRoute(all.GET, 'GET')).body).toEqual({ chats: 0, running: 0, deleted: [{ at, chats: 2 }] })
  expect(await askRoute(restore.POST, 'POST', { body: { at } })).toEqual({ status: 200, body: { restored: 2 } })
  expect(await askRoute(restore.POST, 'POST', { body: { at } })).toMatchObject({ status: 404 })
  expect(await askRoute(restore.POST, 'POST', { body: { at: 'yesterday' } })).toMatchObject({ status: 400 })
})
