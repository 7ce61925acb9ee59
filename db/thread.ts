import { Worker } from 'node:worker_threads'
import type { Logger, LoggerOptions } from '#lib/log.ts'
import type { AttachmentStore } from '#lib/store/attachment-store.ts'
import type { KeyStore } from '#lib/store/key-store.ts'
import type { PresetStore } from '#lib/store/preset-store.ts'
import type { PriceStore } from '#lib/store/price-store.ts'
import type { Store } from '#lib/store/store.ts'
import { DatabaseError } from './client.ts'
import { type CallRemote, type Connection, connect, remote } from './remote.ts'

/** All that the thread is told; plain data. */
export interface DataOptions {
  url: string
  authToken: string | null
  /** The folder with the bytes of uploads. */
  attachments: string
  log: Pick<LoggerOptions, 'level'> & { secrets?: readonly string[] }
  /** False where a local database must be there already. */
  create?: boolean
}

/** What the thread serves beside the data. */
export interface ThreadControl {
  end: () => never
}

export interface Data {
  store: Store
  attachments: AttachmentStore
  keys: KeyStore
  presets: PresetStore
  prices: PriceStore
}

/**
 * The store, the uploads, the keys, the presets and the prices, in a thread of their own: the local driver is synchronous, and no stream shall wait for a disk,
 * for a lock or for the building of a statement. A thread that ended unasked is started again by the next call. Throws what
 * `openStore` throws.
 */
export async function openInThread(
  options: DataOptions,
  { log, start = startThread }: { log: Logger; start?: StartThread },
): Promise<Data> {
  let isOpen = false
  let isClosed = false
  const open = () =>
    // One that was there must still be there: a fresh one would not be noticed.
    connectThread(start({ ...options, create: !isOpen }), (cause) => {
      if (isOpen && !isClosed) log.error('the database ended; the next one to need it opens it again', { cause })
    })
  let thread = open()
  const call: CallRemote = (service, method, args) => {
    if (isClosed) return Promise.reject(new DatabaseError('the database is closed'))
    if (thread.hasEnded()) thread = open()
    return thread.call(service, method, args)
  }
  const methods = await thread.methods.catch(async (error: unknown) => {
    await thread.end()
    throw error
  })
  isOpen = true
  const { store, attachments, keys, presets, prices } = remote<Data & Record<string, object>>(methods, call)
  let closing: Promise<void> | undefined
  const close = async () => {
    isClosed = true
    try {
      if (!thread.hasEnded()) await thread.call('store', 'close', [])
    } finally {
      await thread.end()
    }
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
    keys,
    presets,
    prices,
  }
}

export type StartThread = (options: DataOptions) => Worker

/** `thread-entry.ts`; the bundler looks for this very expression. */
const startThread: StartThread = (workerData) =>
  new Worker(new URL('./thread-entry.ts', import.meta.url), { workerData })

interface Thread extends Connection {
  hasEnded: () => boolean
  end: () => Promise<void>
}

function connectThread(worker: Worker, onEnd: (cause: unknown) => void): Thread {
  const connection = connect(worker)
  const exit = Promise.withResolvers<void>()
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
    exit.resolve()
  })
  return {
    ...connection,
    hasEnded: () => ended,
    // Not `terminate`: in the middle of a statement it takes the whole process along.
    async end() {
      // It has no answer but the end; a thread that could not open anything ends by itself.
      connection.call('thread', 'end', []).catch(() => {})
      await exit.promise
    },
  }
}
