import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

test('a change of nothing changes nothing, and is no news', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ title: 'Mine' })
  const before = await server.store.session(id)
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  expect(await server.sessions.change(id, {})).toEqual({ ok: true, session: before })
  await server.sessions.change(id, { title: 'Another' })
  await watch.untilType('session.updated')
  await watch.stop()
  expect(watch.frames.at(-1)).toMatchObject({ payload: { session: { title: 'Another' } } })
})

describe('a session that is being deleted', () => {
  const content = [{ type: 'text' as const, text: 'hello' }]

  test('takes no turn', async () => {
    const started: Promise<unknown>[] = []
    server = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        discardSession: async (principal, id) => {
          started.push(server.turns.start(id, { content }).catch((refusal: Error) => refusal.name))
          return store.discardSession(principal, id)
        },
      }),
    })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    expect(await server.sessions.delete(id)).toBe(true)
    expect(await Promise.all(started)).toEqual(['TurnInProgressError'])
    await expect(server.turns.start(id, { content })).rejects.toMatchObject({ name: 'UnknownSessionError' })
  })

  test('stops a turn that was just being begun', async () => {
    const log = memoryLogger()
    server = await startSessionServer({
      log,
      wrapStore: (store) => ({
        ...store,
        commit: async (write) => {
          if (write.events?.[0]?.type === 'turn.started') await sleep(20)
          return store.commit(write)
        },
      }),
    })
    const id = await server.sessions.create({ active_model: 'demo:openai' })
    const starting = server.turns.start(id, { content })
    expect(await server.sessions.delete(id)).toBe(true)
    await starting
    expect(server.turns.isBusy(id)).toBe(false)
    expect(log.entries).toEqual([])
  })
})
