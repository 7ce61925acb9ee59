import { Worker } from 'node:worker_threads'
import type { Logger, LoggerOptions } from '#lib/log.ts'
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
export async function openInThread(
  options: DataOptions,
  { log, start = startThread }: { log: Logger; start?: StartThread },
): Promise<Data> {
  let isEnding = false
  const open = () =>
    connectThread(start(options), (cause) => {
      if (!isEnding) log.error('the database ended; the next one to need it opens it again', { cause })
    })
  let thread = open()
  const call: CallRemote = (service, method, args) => {
    if (isEnding) return Promise.reject(new DatabaseError('the database is closed'))
    if (thread.hasEnded()) thread = open()
    return thread.call(service, method, args)
  }
  const end = async () => {
    isEnding = true
    await thread.end()
  }
  const methods = await thread.methods.catch(async (error: unknown) => {
    await end()
    throw error
  })
  const { store, attachments } = remote<Data & Record<string, object>>(methods, call)
  let closing: Promise<void> | undefined
  const close = async () => {
    const closed = thread.hasEnded() ? undefined : thread.call('store', 'close', [])
    isEnding = true
    await closed
    await end()
  }
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

interface Thread extends Connection {
  hasEnded: () => boolean
  end: () => Promise<unknown>
}

function connectThread(worker: Worker, onEnd: (cause: unknown) => void): Thread {
  const connection = connect(worker)
  let ended = false
  let cause: unknown
  worker.on('error', (error) => {
    cause = error
    connection.lose(error)
  })
  worker.on('exit', (code) => {
    ended = true
    cause ??= new Error(`its thread ended with code ${code}`)
    connection.lose(cause)
    onEnd(cause)
  })
  return { ...connection, hasEnded: () => ended, end: () => worker.terminate() }
}
