import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { connect, remote, serve } from '#db/remote.ts'
import { type DataOptions, openInThread, type StartThread } from '#db/thread.ts'
import { InvariantError } from '#lib/canonical/invariant.ts'
import { memoryLogger } from '#lib/log.ts'
import { BadCursorError } from '#lib/session/store.ts'
import { temporaryFolder } from '../support/database.ts'
import { session } from '../support/session-builder.ts'

async function folder(): Promise<string> {
  const { path, ...rest } = await temporaryFolder()
  onTestFinished(() => rest[Symbol.asyncDispose]())
  return path
}

const optionsFor = (path: string): DataOptions => ({
  url: localDatabaseUrl(path),
  authToken: null,
  attachments: join(path, 'attachments'),
  log: { level: 'error' },
})

/** With the threads that were started, so that a test can end one. */
function openHere(path: string) {
  const threads: Worker[] = []
  const log = memoryLogger()
  const start: StartThread = (workerData) => {
    const thread = new Worker(new URL('../support/mortal-thread.ts', import.meta.url), { workerData })
    threads.push(thread)
    return thread
  }
  const opening = openInThread(optionsFor(path), { log, start })
  return { opening, threads, log }
}

async function opened(path: string) {
  const { opening, ...rest } = openHere(path)
  const data = await opening
  onTestFinished(() => data.store.close())
  return { ...data, ...rest }
}

test('what is written goes on being written while this thread does nothing but wait', async () => {
  const path = await folder()
  const { store } = await opened(path)
  const size = () => statSync(join(path, 'metis.db-wal')).size
  const before = size()
  const created = store.createSession(session(), [])
  const deadline = performance.now() + 15_000
  while (size() === before && performance.now() < deadline);
  expect(size()).toBeGreaterThan(before)
  await created
})

test('uploads go there and come back', async () => {
  const { attachments } = await opened(await folder())
  const bytes = new Uint8Array([137, 80, 78, 71])
  const { data } = await attachments.put(bytes, 'image/png', { width: 1 })
  expect(await attachments.get(data)).toEqual({ bytes, media_type: 'image/png' })
  expect(await attachments.has(data)).toBe(true)
  expect(await attachments.get('attachments/0')).toBeNull()
})

test('a database that cannot be opened is told as such, and leaves no thread behind', async () => {
  const path = await folder()
  await writeFile(
    join(path, 'metis.db'),
    'this is no database, and it is long enough to be told apart from an empty one',
  )
  const { opening, threads, log } = openHere(path)
  await expect(opening).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(/cannot open the database at file:/),
  })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
  expect(log.entries).toEqual([])
})

test('a thread that ends unasked refuses what it was asked, and the next call starts another', async () => {
  const path = await folder()
  const { store, threads, log } = await opened(path)
  const kept = session({ title: 'kept' })
  await store.createSession(kept, [])
  const other = createClient({ url: localDatabaseUrl(path) })
  const lock = await other.transaction('write')
  const waiting = store.createSession(session({ title: 'not kept' }), [])
  threads[0]?.postMessage('die')
  await expect(waiting).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringContaining('thread ended'),
  })
  await lock.rollback()
  other.close()
  expect((await store.sessions({ limit: 5 })).items.map(({ title }) => title)).toEqual(['kept'])
  expect(threads).toHaveLength(2)
  expect(log.entries).toMatchObject([{ level: 'error', fields: { cause: expect.any(Error) } }])
})

test('it is closed once, takes nothing after that, and lets its thread go', async () => {
  const { store, attachments, threads, log } = await opened(await folder())
  await Promise.all([store.close(), store.close()])
  await store.close()
  await expect(store.sessions({ limit: 1 })).rejects.toThrow('closed')
  await expect(attachments.has('attachments/0')).rejects.toThrow('closed')
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
  expect(log.entries).toEqual([])
})

test('closing one whose thread has ended is no error', async () => {
  const { store, threads } = await opened(await folder())
  threads[0]?.postMessage('die')
  await expect.poll(() => threads[0]?.threadId).toBe(-1)
  await store.close()
})

/** Both ends in one thread. */
async function pair<T extends Record<string, object>>(services: T) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  await serve(port2, async () => services)
  const connection = connect(port1)
  return { ...connection, services: remote<T>(await connection.methods, connection.call) }
}

test('an error keeps its class where the store names it, and its name, fields, stack and causes everywhere', async () => {
  class OddError extends Error {
    override readonly name = 'OddError'
    readonly code = 'ODD'
    readonly unsendable = () => {}
  }
  const violations = [{ rule: '5.1.1', message_id: 'm', problem: 'has no content' }]
  const fail = (thrown: unknown) => async () => {
    throw thrown
  }
  const { services } = await pair({
    it: {
      cursor: fail(new BadCursorError('before')),
      invariant: fail(new InvariantError(violations)),
      odd: fail(new OddError('odd', { cause: new TypeError('why', { cause: 'because' }) })),
      bare: fail('no error at all'),
      unsendable: async () => () => {},
    },
  })
  const { it } = services
  const caught = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )
  const cursor = await caught(it.cursor())
  expect(cursor).toBeInstanceOf(BadCursorError)
  expect(cursor).toMatchObject({ name: 'BadCursorError', parameter: 'before' })
  expect(await caught(it.invariant())).toBeInstanceOf(InvariantError)
  expect(await caught(it.invariant())).toMatchObject({ violations, message: expect.stringContaining('5.1.1') })
  const odd = await caught(it.odd())
  expect(odd).toBeInstanceOf(Error)
  expect(odd).toMatchObject({ name: 'OddError', message: 'odd', code: 'ODD' })
  expect(odd).not.toHaveProperty('unsendable')
  expect((odd as Error).stack).toContain('thread.test.ts')
  expect((odd as Error).cause).toMatchObject({ name: 'TypeError', message: 'why', cause: { message: 'because' } })
  expect(await caught(it.bare())).toMatchObject({ message: 'no error at all' })
  expect(await caught(it.unsendable())).toMatchObject({ name: 'DataCloneError' })
})

test('an argument that cannot be sent is refused here, and nothing waits for it', async () => {
  const { services, lose } = await pair({ it: { take: async (value: unknown) => value } })
  await expect(services.it.take(() => {})).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await services.it.take({ nothing: undefined })).toEqual({ nothing: undefined })
  lose(new Error('the end'))
  await expect(services.it.take(1)).rejects.toThrow('the database has ended: the end')
})

test('many calls are answered each with its own', async () => {
  const { services } = await pair({
    it: { double: async (n: number) => new Promise((resolve) => setTimeout(() => resolve(2 * n), 20 - n)) },
  })
  const all = Array.from({ length: 20 }, (_, n) => n)
  expect(await Promise.all(all.map((n) => services.it.double(n)))).toEqual(all.map((n) => 2 * n))
})
