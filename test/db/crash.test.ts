import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { openStore } from '#db/store.ts'
import type { Store } from '#lib/store/store.ts'
import { program } from '../support/commit-loop.ts?program'
import { BACKENDS, temporaryFolder } from '../support/database.ts'
import { session } from '../support/session-builder.ts'
import { sqldMissing, startSqld } from '../support/sqld.ts'

/** Starting a process takes seconds on a busy machine. */
const PATIENT = { timeout: 90_000 }

function commitLoop(url: string, sessionId: string, count?: number) {
  const args = [program, url, sessionId, ...(count === undefined ? [] : [String(count)])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: string[] = []
  const lines = createInterface({ input: child.stdout })
  const reached = (wanted: number) =>
    new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        acknowledged.push(line)
        if (acknowledged.length === wanted) resolve()
      })
      lines.on('close', resolve)
    })
  return { child, acknowledged, reached }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function newSession(store: Store): Promise<string> {
  const it = session()
  await store.createSession(it, [])
  return it.id
}

/** The ids that are there, after a check that no step is there in part. */
async function wholeSteps(store: Store, sessionId: string): Promise<string[]> {
  const ids = (await store.path(sessionId)).map(({ id }) => id)
  expect((await store.toolCalls(sessionId)).map((call) => call.message_id)).toEqual(ids)
  expect((await store.events(sessionId)).map(({ payload }) => payload)).toEqual(
    ids.map((message_id) => ({ message_id })),
  )
  expect(await store.lastMessageId(sessionId)).toBe(ids.at(-1) ?? null)
  expect((await store.session(sessionId))?.title).toBe(ids.at(-1) ?? null)
  return ids
}

describe.each(BACKENDS.filter(({ missing }) => !missing))('in $name', (backend) => {
  test(
    'a process that is killed while it writes loses nothing acknowledged and leaves no half step',
    PATIENT,
    async () => {
      await using database = await backend.open()
      const setup = await openStore(database)
      const id = await newSession(setup)
      await setup.close()

      const acknowledged: string[] = []
      for (const wanted of [3, 25]) {
        const loop = commitLoop(database.url, id)
        await loop.reached(wanted)
        loop.child.kill('SIGKILL')
        await ended(loop.child)
        acknowledged.push(...loop.acknowledged)

        const store = await openStore(database)
        const there = await wholeSteps(store, id)
        expect(there.filter((each) => acknowledged.includes(each))).toEqual(acknowledged)
        const check = await store.client.execute('PRAGMA integrity_check')
        expect(check.rows[0]?.integrity_check).toBe('ok')
        await store.close()
      }
    },
  )

  test('two processes and this one write at the same time, and everything is there', PATIENT, async () => {
    await using database = await backend.open()
    const store = await openStore(database)
    const sessions = [await newSession(store), await newSession(store)]
    const loops = sessions.map((id) => commitLoop(database.url, id, 100))
    const done = loops.map((loop) => loop.reached(Number.POSITIVE_INFINITY))
    const mine = await newSession(store)
    for (let round = 0; round < 100; round += 1) {
      await store.commit({ session_id: mine, patch: { title: String(round) } })
      expect((await store.session(mine))?.title).toBe(String(round))
    }
    await Promise.all(done)
    for (const [index, id] of sessions.entries()) {
      expect(loops[index]?.acknowledged).toHaveLength(100)
      expect(await wholeSteps(store, id)).toEqual(loops[index]?.acknowledged)
    }
    await store.close()
  })
})

test.skipIf(await sqldMissing())(
  'a libSQL server that is killed and comes back has everything it acknowledged',
  async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'sqld')
    const server = await startSqld(path)
    const store = await openStore(server)
    const id = await newSession(store)
    await store.close()
    const loop = commitLoop(server.url, id)
    await loop.reached(20)
    await server.kill()
    loop.child.kill('SIGKILL')
    await ended(loop.child)

    const again = await startSqld(path)
    const reopened = await openStore(again)
    const there = await wholeSteps(reopened, id)
    expect(there.slice(0, loop.acknowledged.length)).toEqual(loop.acknowledged)
    await reopened.close()
    await again.stop()
  },
)
