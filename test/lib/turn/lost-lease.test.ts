import { afterEach, beforeEach, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { memoryLogger } from '#lib/log.ts'
import { StorageError } from '#lib/store/storage-error.ts'
import { temporaryFolder } from '#test/support/database.ts'
import { diskFull, RefusingStore } from '#test/support/refusing-store.ts'
import { type SessionServer, startSessionServer } from '#test/support/session-server.ts'

const question = { content: [{ type: 'text' as const, text: 'hello' }] }

let stack: AsyncDisposableStack
let folder: string
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  folder = stack.use(await temporaryFolder()).path
})
afterEach(() => stack.disposeAsync())

/** A turn whose model has been asked and does not answer before it is let go. */
async function heldTurn(options: Parameters<typeof startSessionServer>[0] = {}) {
  const demo = createDemoFetch({ delay: async () => {} })
  const asked = Promise.withResolvers<void>()
  const hold = Promise.withResolvers<void>()
  const server = await startSessionServer({
    folder,
    fetch: async (...request) => {
      asked.resolve()
      await hold.promise
      return demo(...request)
    },
    ...options,
  })
  stack.defer(() => server.close())
  stack.defer(() => hold.resolve())
  const id = await server.sessions.create({ active_model: 'demo:anthropic' })
  const { turn_id } = await server.turns.start(id, question)
  await asked.promise
  return { server, id, turn_id, letGo: hold.resolve }
}

/** As if the process that has the lease had said nothing for long, or another one had taken it. */
async function setLease(lease: { owner?: string; until?: number }) {
  const store = await openStore({ url: localDatabaseUrl(folder), authToken: null })
  const { owner = null, until = null } = lease
  await store.client.execute({
    sql: 'UPDATE turns SET lease_owner = coalesce(?, lease_owner), lease_until = coalesce(?, lease_until)',
    args: [owner, until],
  })
  await store.close()
}

test('a turn that was taken over while the store failed is ended by the next question, not locked for ever', async () => {
  const { id } = await heldTurn()
  await setLease({ owner: 'a process that is gone', until: 1 })
  const refusing = new RefusingStore()
  const second: SessionServer = await startSessionServer({ folder, wrapStore: refusing.wrap })
  stack.defer(() => second.close())
  refusing.failure = diskFull
  await expect(second.turns.recover({ isAlone: false, sweepMs: 3_600_000 })).rejects.toThrow('the disk is full')
  refusing.failure = null
  await setLease({ until: 1 })
  await second.say(id, 'and now?')
  const path = await second.store.path(id)
  expect(path.map(({ role, metadata }) => [role, metadata.status])).toEqual([
    ['user', 'complete'],
    ['assistant', 'error'],
    ['user', 'complete'],
    ['assistant', 'complete'],
  ])
})

test('a turn that another process took ends here also where the store cannot say how it went on', async () => {
  const log = memoryLogger()
  let isAway = false
  const { server, id, turn_id, letGo } = await heldTurn({
    log,
    wrapStore: (store) => ({
      ...store,
      events: (...asked) =>
        isAway ? Promise.reject(new StorageError('unreachable', 'nobody answers')) : store.events(...asked),
    }),
  })
  await setLease({ owner: 'another process' })
  isAway = true
  letGo()
  await server.turns.idle(id)
  isAway = false
  expect(server.turns.isBusy(id)).toBe(false)
  expect(log.entries.filter(({ level }) => level === 'warn')).toEqual([
    { level: 'warn', message: 'a turn is run by another process, or over', fields: { session_id: id, turn_id } },
    {
      level: 'warn',
      message: 'the end of a turn cannot be looked up',
      fields: { session_id: id, turn_id, cause: expect.any(StorageError) },
    },
  ])
})

test('a turn whose lease ends while a process starts is ended at its next look, before all who watch', async () => {
  const { id } = await heldTurn()
  let isOver = false
  const second = await startSessionServer({
    folder,
    wrapStore: (store) => ({
      ...store,
      async claimTurns(...which) {
        const claim = await store.claimTurns(...which)
        // From now on: what this process looked for was leased.
        if (!isOver) await setLease({ owner: 'a process that is gone', until: 1 })
        isOver = true
        return claim
      },
    }),
  })
  stack.defer(() => second.close())
  const watch = second.watch(id)
  expect(await second.turns.recover({ isAlone: false, sweepMs: 25 })).toBe(0)
  await watch.untilType('turn.failed')
  await watch.stop()
})
