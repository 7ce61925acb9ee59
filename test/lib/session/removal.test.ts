import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { Removal } from '#lib/session/removal.ts'
import { createWorkspaces } from '#lib/tools/workspace.ts'
import { member } from '#test/support/member.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

const HOUR = 3_600_000_000
const SOMEBODY = member('somebody')

/** Removes what is to be removed at that time from now. */
function sweepIn(micros: number): Promise<void> {
  const { store, attachments, pictures, folder } = server
  const workspaces = createWorkspaces({ folder: join(folder, 'workspaces') })
  const log = memoryLogger()
  const clock = () => Date.now() * 1000 + micros
  return new Removal({ store, workspaces, attachments, pictures, log, clock }).sweep()
}

test('a deleted session comes back for an hour to whoever deleted it, with all that was said, and is news again', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:openai', folder: 'Work' })
  const watch = server.watch(await server.sessions.create({}))
  await watch.untilType('snapshot')
  await server.say(id, 'hello')
  const before = await server.store.session(id)
  const path = await server.store.path(id)
  expect(await server.sessions.delete(id)).toBe(true)
  await watch.untilType('session.deleted')
  const news = watch.frames.filter(({ type }) => type === 'session.updated').length
  await sweepIn(HOUR * 0.9)
  expect(await server.as(SOMEBODY).sessions.restore(id)).toBeNull()
  expect(await server.sessions.restore(id)).toEqual(before)
  await watch.untilType('session.updated', news + 1)
  await watch.stop()
  expect(watch.frames.at(-1)).toMatchObject({ session_id: id, payload: { session: { folder: 'Work' } } })
  expect(await server.sessions.restore(id)).toBeNull()
  expect(await server.store.path(id)).toEqual(path)
  await server.say(id, 'go on')
  expect(await server.store.path(id)).toHaveLength(4)
})

test('after its time it is removed with its folder, and what it spent stays', async () => {
  server = await startSessionServer()
  const kept = await server.sessions.create({})
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  await server.say(id, 'hello')
  const folder = join(server.folder, 'workspaces', id)
  await mkdir(folder, { recursive: true })
  await server.sessions.delete(id)
  await sweepIn(HOUR * 1.1)
  expect(await server.sessions.restore(id)).toBeNull()
  await expect(mkdir(folder)).resolves.toBeUndefined()
  expect(await server.store.llmCalls(id)).toMatchObject([{ outcome: 'completed' }])
  expect(await server.store.session(kept)).not.toBeNull()
})

test('a store that refuses is swept another time', async () => {
  const log = memoryLogger()
  server = await startSessionServer()
  const { store, attachments, pictures, folder } = server
  const failing = { ...store, discardedSessions: () => Promise.reject(new Error('the disk is away')) }
  const workspaces = createWorkspaces({ folder })
  const removal = new Removal({ store: failing, workspaces, attachments, pictures, log, clock: () => 0 })
  removal.start()
  await vi.waitFor(() => expect(log.entries).toMatchObject([{ level: 'warn', message: /cannot be removed yet/ }]))
  await removal.close()
})

test('a deleted message comes back for an hour, and is removed after it', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ active_model: 'demo:openai' })
  const { message_id } = await server.say(id, 'hello')
  const path = await server.store.path(id)
  const { deletion_id } = await server.sessions.deleteMessages(id, message_id, 'branch')
  await sweepIn(HOUR * 0.9)
  await server.sessions.restoreMessages(id, deletion_id)
  expect(await server.store.path(id)).toEqual(path)
  const { deletion_id: second } = await server.sessions.deleteMessages(id, message_id, 'branch')
  await sweepIn(HOUR * 1.1)
  await expect(server.sessions.restoreMessages(id, second)).rejects.toMatchObject({ name: 'UnknownDeletionError' })
  expect(await server.store.llmCalls(id)).toMatchObject([{ outcome: 'completed' }])
})
