import { expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { temporaryFolder } from '../support/database.ts'

const HOUR = 60 * 60 * 1000

/** A store whose clock stands still where it is set. */
async function storeWithClock() {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  const clock = { ms: Date.UTC(2026, 10, 22) }
  const open = async () => {
    const store = await openStore({ url: localDatabaseUrl(folder.path), now: () => clock.ms })
    stack.defer(() => store.close())
    return store
  }
  const store = await open()
  const count = async () => Number((await store.client.execute('SELECT count(*) FROM idempotency_keys')).rows[0]?.[0])
  return { store, clock, open, count, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const kept = (key: string, n = 1) => ({ scope: 'session', key, fingerprint: 'f', answer: { n } })

test('an answer is known for 24 hours; then its key is free again', async () => {
  await using it = await storeWithClock()
  await it.store.keepAnswer(kept('k'))
  it.clock.ms += 24 * HOUR - 1
  expect(await it.store.keptAnswer('session', 'k')).toEqual(kept('k'))
  it.clock.ms += 2
  expect(await it.store.keptAnswer('session', 'k')).toBeNull()
  await it.store.keepAnswer(kept('k', 2))
  expect(await it.store.keptAnswer('session', 'k')).toEqual(kept('k', 2))
})

test('old ones run out as new ones come, a bounded number at a time, and at the start all of them', async () => {
  await using it = await storeWithClock()
  for (let n = 0; n < 350; n += 1) await it.store.keepAnswer(kept(`old ${n}`))
  it.clock.ms += 25 * HOUR
  const counts: number[] = []
  for (let n = 0; n < 3; n += 1) {
    await it.store.keepAnswer(kept(`new ${n}`))
    counts.push(await it.count())
  }
  expect(counts).toEqual([251, 152, 53])
  await it.open()
  expect(await it.count()).toBe(3)
})
