import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { memoryLogger } from '#lib/log.ts'
import { TemporaryChats } from '#lib/session/temporary-chats.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

let server: SessionServer
afterEach(() => server.close())

/** Looks after temporary chats at times that the test tells, in milliseconds. */
function keeper() {
  const { store, live, removal, parts } = server
  let time = 0
  const chats = new TemporaryChats({ store, live, turns: parts.turns, removal, log: memoryLogger(), now: () => time })
  return {
    start: (isAlone: boolean) => chats.start({ isAlone }),
    lookAt: (millis: number, isAlone = true) => {
      time = millis
      return chats.look({ isAlone })
    },
    close: () => chats.close(),
  }
}

const ids = () => server.store.temporarySessions()

test('a temporary chat is there for as long as a page is connected to it, and a minute more, and then nothing of it is', async () => {
  server = await startSessionServer()
  const chats = keeper()
  const kept = await server.sessions.create({})
  const id = await server.sessions.create({ temporary: true })
  const elsewhere = server.watch(kept)
  const page = server.watch(id)
  await page.untilType('snapshot')
  await server.say(id, 'this is nobody’s business')
  await chats.lookAt(0)
  await chats.lookAt(3_600_000)
  expect(await ids()).toEqual([id])

  await page.stop()
  await chats.lookAt(3_600_001)
  await chats.lookAt(3_660_000)
  expect(await ids()).toEqual([id])
  await chats.lookAt(3_660_001)
  expect(await ids()).toEqual([])
  await elsewhere.untilType('session.deleted')
  await elsewhere.stop()
  expect(await server.store.session(id)).toBeNull()
  expect(await server.store.path(id)).toEqual([])
  expect(await server.store.session(kept)).not.toBeNull()
  expect(await readdir(join(server.folder, 'workspaces')).catch(() => [])).not.toContain(id)
})

test('who comes back within the minute finds it', async () => {
  server = await startSessionServer()
  const chats = keeper()
  const id = await server.sessions.create({ temporary: true })
  await chats.lookAt(0)
  const page = server.watch(id)
  await page.untilType('snapshot')
  await chats.lookAt(59_999)
  await page.stop()
  await chats.lookAt(60_000)
  await chats.lookAt(119_999)
  expect(await ids()).toEqual([id])
  await chats.lookAt(120_000)
  expect(await ids()).toEqual([])
})

test('a page that looks in from time to time is there, though nobody sees it come or go', async () => {
  server = await startSessionServer()
  const chats = keeper()
  const id = await server.sessions.create({ temporary: true })
  for (const minute of [0, 1, 2, 3]) {
    await chats.lookAt(minute * 60_000)
    const page = server.watch(id)
    await page.untilType('snapshot')
    await page.stop()
  }
  await chats.lookAt(240_000)
  await chats.lookAt(299_999)
  expect(await ids()).toEqual([id])
  await chats.lookAt(300_000)
  await chats.lookAt(360_000)
  expect(await ids()).toEqual([])
})

test('an answer that is being written is stopped first', async () => {
  server = await startSessionServer()
  const chats = keeper()
  const id = await server.sessions.create({ temporary: true })
  await server.turns.start(id, { content: [{ type: 'text', text: 'very long, please' }] })
  await chats.lookAt(0)
  await chats.lookAt(60_000)
  expect(await server.store.session(id)).toBeNull()
  expect(server.turns.isBusy(id)).toBe(false)
})

test('a server that is alone begins without those that were left behind; beside others it leaves them what it has not seen', async () => {
  server = await startSessionServer()
  const id = await server.sessions.create({ temporary: true })
  const beside = keeper()
  await beside.start(false)
  await beside.lookAt(0, false)
  await beside.lookAt(3_600_000, false)
  await beside.close()
  expect(await ids()).toEqual([id])
  const alone = keeper()
  await alone.start(true)
  await alone.close()
  expect(await ids()).toEqual([])
})
