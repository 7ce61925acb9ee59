import { afterEach, expect, test } from 'vitest'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { AllSessions } from '#lib/session/all-sessions.ts'
import { member } from '#test/support/member.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const SOMEBODY = member('somebody')

let server: SessionServer
afterEach(() => server.close())

async function opened() {
  server = await startSessionServer()
  const { store, live, parts } = server
  return new AllSessions({ store, live, turns: parts.turns })
}

const listed = async (archived = false) =>
  (await server.store.sessions(LOCAL_OWNER, { limit: 100, archived })).items.map(({ id }) => id).sort()

test('all chats of one person are deleted at once and come back at once, archived ones too, and nothing of others', async () => {
  const all = await opened()
  const [one, two] = [await server.sessions.create({}), await server.sessions.create({})]
  await server.sessions.change(two, { archived: true })
  const temporary = await server.sessions.create({ temporary: true })
  const theirs = await server.as(SOMEBODY).sessions.create({})
  expect(await all.overview(LOCAL_OWNER)).toEqual({ chats: 2, running: 0, deleted: [] })

  const { at, deleted, left } = await all.delete(LOCAL_OWNER, 2)
  expect([deleted.toSorted(), left]).toEqual([[one, two].sort(), 0])
  expect([await listed(), await listed(true)]).toEqual([[], []])
  expect(await server.store.session(temporary)).not.toBeNull()
  expect(await server.store.session(theirs)).not.toBeNull()
  expect(await all.overview(LOCAL_OWNER)).toEqual({ chats: 0, running: 0, deleted: [{ at, chats: 2 }] })
  expect((await all.overview(SOMEBODY)).deleted).toEqual([])

  expect(await all.restore(SOMEBODY, at)).toBe(0)
  expect(await all.restore(LOCAL_OWNER, at)).toBe(2)
  expect([await listed(), await listed(true)]).toEqual([[one], [two]])
  expect(await all.restore(LOCAL_OWNER, at)).toBe(0)
})

test('whoever counts otherwise deletes nothing', async () => {
  const all = await opened()
  const id = await server.sessions.create({})
  await expect(all.delete(LOCAL_OWNER, 2)).rejects.toThrow('chats: there are 1 by now; look again before deleting')
  expect(await listed()).toEqual([id])
})

test('what was deleted before by itself is no part of it', async () => {
  const all = await opened()
  const [before, after] = [await server.sessions.create({}), await server.sessions.create({})]
  await server.sessions.delete(before)
  const { at } = await all.delete(LOCAL_OWNER, 1)
  expect((await all.overview(LOCAL_OWNER)).deleted.map(({ chats }) => chats)).toEqual([1, 1])
  expect(await all.restore(LOCAL_OWNER, at)).toBe(1)
  expect(await listed()).toEqual([after])
})

test('an answer that is being written is stopped first, and is there as far as it came when its chat is back', async () => {
  const all = await opened()
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  await server.turns.start(id, { content: [{ type: 'text', text: 'fault stall' }] })
  expect(await all.overview(LOCAL_OWNER)).toEqual({ chats: 1, running: 1, deleted: [] })
  const { at, left } = await all.delete(LOCAL_OWNER, 1)
  expect([left, await listed()]).toEqual([0, []])
  await all.restore(LOCAL_OWNER, at)
  const path = await server.store.path(id)
  expect(path.at(-1)?.metadata.status).toBe('cancelled')
  expect((await server.store.session(id))?.state).toBe('idle')
})

test('every page is told, the one that shows a chat too', async () => {
  const all = await opened()
  const id = await server.sessions.create({})
  const watch = server.watch(id)
  await watch.untilType('snapshot')
  const { at } = await all.delete(LOCAL_OWNER, 1)
  await watch.untilType('session.deleted')
  await all.restore(LOCAL_OWNER, at)
  await watch.untilType('session.updated')
  await watch.stop()
})
