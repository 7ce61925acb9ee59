import { afterEach, describe, expect, test } from 'vitest'
import type { SessionWrite } from '#lib/store/store.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

describe('the key of a turn', () => {
  const key = { scope: 'turn', key: 'k', fingerprint: 'f' }
  const content = [{ type: 'text' as const, text: 'hello' }]

  test('is stored in the one write that stores its question', async () => {
    const writes: SessionWrite[] = []
    server = await startSessionServer({
      wrapStore: (store) => ({
        ...store,
        commit(write) {
          writes.push(write)
          return store.commit(write)
        },
      }),
    })
    const id = await server.sessions.create({})
    const answer = await server.turns.start(id, { content }, key)
    await server.turns.idle(id)
    expect(writes.filter(({ answered }) => answered)).toHaveLength(1)
    expect(writes[0]).toMatchObject({
      messages: [{ message: { id: answer.message_id } }],
      answered: { ...key, answer },
    })
    expect(await server.store.keptAnswer('turn', 'k')).toEqual({ ...key, answer })
  })

  test('is free again where the turn was refused', async () => {
    server = await startSessionServer()
    const id = await server.sessions.create({})
    await expect(server.turns.start(id, { content, model: 'openai:gpt-5' }, key)).rejects.toThrow()
    expect(await server.store.keptAnswer('turn', 'k')).toBeNull()
  })
})
