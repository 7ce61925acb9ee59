import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { type DataOptions, openInThread, type StartThread } from '#db/thread.ts'
import { memoryLogger } from '#lib/log.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
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
    name: 'StorageError',
    kind: 'not_a_database',
    message: expect.stringMatching(/metis\.db is not a database/),
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
  expect((await store.sessions(LOCAL_OWNER, { limit: 5 })).items.map(({ title }) => title)).toEqual(['kept'])
  expect(threads).toHaveLength(2)
  expect(log.entries).toMatchObject([{ level: 'error', fields: { cause: expect.any(Error) } }])
})

test('it is closed once, takes nothing after that, and lets its thread go', async () => {
  const { store, attachments, threads, log } = await opened(await folder())
  await Promise.all([store.close(), store.close()])
  await store.close()
  await expect(store.sessions(LOCAL_OWNER, { limit: 1 })).rejects.toThrow('closed')
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
