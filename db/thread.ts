import { Worker } from 'node:worker_threads'
import type { LoggerOptions } from '#lib/log.ts'
import type { AttachmentStore } from '#lib/session/attachment-store.ts'
import type { Store } from '#lib/session/store.ts'
import { DatabaseError } from './client.ts'
import { type CallRemote, type Connection, connect, remote } from './remote.ts'

/** All that the thread is told; plain data. */
export interface DataOptions {
  url: string
  authToken: string | null
  /** The folder with the bytes of uploads. */
  attachments: string
  log: Pick<LoggerOptions, 'level' | 'secrets'>
}

export interface Data {
  store: Store
  attachments: AttachmentStore
}

/**
 * The store and the uploads, in a thread of their own: the local driver is synchronous, and no stream shall wait for a disk,
 * for a lock or for the building of a statement. A thread that ended unasked is started again by the next call. Throws what
 * `openStore` throws.
 */
export async function openInThread(options: DataOptions, start: StartThread = startThread): Promise<Data> {
  let thread = connectThread(start(options))
  let closing: Promise<void> | undefined
  const call: CallRemote = (service, method, args) => {
    if (closing) return Promise.reject(new DatabaseError('the database is closed'))
    if (thread.hasEnded()) thread = connectThread(start(options))
    return thread.call(service, method, args)
  }
  const close = async () => {
    if (!thread.hasEnded()) await thread.call('store', 'close', [])
    await thread.end()
  }
  const methods = await thread.methods.catch(async (error: unknown) => {
    await thread.end()
    throw error
  })
  const { store, attachments } = remote<Data & Record<string, object>>(methods, call)
  return {
    store: {
      ...store,
      close: () => {
        closing ??= close()
        return closing
      },
    },
    attachments,
  }
}

export type StartThread = (options: DataOptions) => Worker

/** `thread-entry.ts`; the bundler looks for this very expression. */
const startThread: StartThread = (workerData) =>
  new Worker(new URL('./thread-entry.ts', import.meta.url), { workerData })

function connectThread(worker: Worker): Connection & { hasEnded: () => boolean; end: () => Promise<unknown> } {
  const connection = connect(worker)
  let ended = false
  worker.on('error', connection.lose)
  worker.on('exit', (code) => {
    ended = true
    connection.lose(new Error(`its thread ended with code ${code}`))
  })
  return { ...connection, hasEnded: () => ended, end: () => worker.terminate() }
}
