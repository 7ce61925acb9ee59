import { Worker } from 'node:worker_threads'
import type { Logger, LoggerOptions } from '#lib/log.ts'
import type { AccountStore } from '#lib/store/account-store.ts'
import type { AttachmentStore, UploadRemoval } from '#lib/store/attachment-store.ts'
import type { BudgetStore } from '#lib/store/budget-store.ts'
import type { CredentialStore } from '#lib/store/credential-store.ts'
import type { ExportStore } from '#lib/store/export-store.ts'
import type { ImportStore } from '#lib/store/import-store.ts'
import type { KeyStore } from '#lib/store/key-store.ts'
import type { PastTurnStore } from '#lib/store/past-turn-store.ts'
import type { PresetStore } from '#lib/store/preset-store.ts'
import type { PriceStore } from '#lib/store/price-store.ts'
import type { BilledCallReader, ProviderBilledReader, RepriceStore } from '#lib/store/reprice-store.ts'
import type { RuleStore } from '#lib/store/rule-store.ts'
import type { ShareStore } from '#lib/store/share-store.ts'
import type { StandInStore } from '#lib/store/stand-in-store.ts'
import type { Store } from '#lib/store/store.ts'
import type { UsageStore } from '#lib/store/usage-store.ts'
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
  /** What long reads are made with, and nothing else: no write waits for them. */
  onlyReads?: boolean
}

/** What the thread serves beside the data. */
export interface ThreadControl {
  end: () => never
}

export interface Data {
  store: Store
  attachments: AttachmentStore & UploadRemoval
  keys: KeyStore
  presets: PresetStore
  prices: PriceStore
  rules: RuleStore
  reprices: RepriceStore
  budgets: BudgetStore
  accounts: AccountStore
  credentials: CredentialStore
  imports: ImportStore
  shares: ShareStore
  standIns: StandInStore
}

/** What a thread of its own reads: sums over hundreds of thousands of calls take a while. */
export interface ReadData {
  usage: UsageStore
  calls: BilledCallReader & ProviderBilledReader
  exports: ExportStore
  pastTurns: PastTurnStore
}

/**
 * The store, the uploads, the keys, the presets, the prices and reprices, the accounts and what people sign in with, the shares, and what stands in for what cannot be sent, in a thread of their own: the local driver is synchronous, and no
 * stream shall wait for a disk, for a lock or for the building of a statement. What reads long does so in a second thread, which
 * starts with the first question. A thread that ended unasked is started again by the next call. Throws what `openStore` throws.
 */
export async function openInThread(
  options: DataOptions,
  { log, start = startThread }: { log: Logger; start?: StartThread },
): Promise<Data & ReadData> {
  const data = threadThatReturns(start, options, log)
  const methods = await data.methods.catch(async (error: unknown) => {
    await data.end()
    throw error
  })
  const reader = threadOnDemand(() => threadThatReturns(start, { ...options, create: false, onlyReads: true }, log))
  const { store, ...services } = remote<Data & Record<string, object>>(methods, data.call)
  let closing: Promise<void> | undefined
  const close = async () => {
    await reader.end()
    await data.end((call) => call('store', 'close', []))
  }
  return {
    store: {
      ...store,
      close: () => {
        closing ??= close()
        return closing
      },
    },
    ...services,
    ...remote<ReadData & Record<string, object>>(READ_METHODS, reader.call),
  }
}

/** Said here, for they are known before their thread is asked. */
const READ_METHODS = {
  usage: [
    'sums',
    'keys',
    'count',
    'unreadWrites',
    'routes',
    'latencies',
    'tokens',
    'answeredTurns',
    'titles',
    'names',
  ] satisfies (keyof UsageStore)[],
  calls: ['page', 'providerBilled', 'countProviderBilled'] satisfies (keyof ReadData['calls'])[],
  exports: ['owners', 'chats', 'records', 'messages', 'person', 'callsBeside'] satisfies (keyof ExportStore)[],
  pastTurns: ['latest', 'conversations', 'questions', 'calls'] satisfies (keyof PastTurnStore)[],
}

interface ReturningThread {
  methods: Connection['methods']
  call: CallRemote
  /** Calls of others are refused from then on; `last` is what it is still asked, where it runs. */
  end: (last?: (call: CallRemote) => Promise<unknown>) => Promise<void>
}

/** Of one that ended unasked the next call starts another. */
function threadThatReturns(start: StartThread, options: DataOptions, log: Logger): ReturningThread {
  let isOpen = false
  let isClosed = false
  const open = () =>
    // One that was there must still be there: a fresh one would not be noticed.
    connectThread(start(isOpen ? { ...options, create: false } : options), (cause) => {
      if (isOpen && !isClosed) log.error('the database ended; the next one to need it opens it again', { cause })
    })
  let thread = open()
  thread.methods.then(
    () => {
      isOpen = true
    },
    () => {},
  )
  return {
    methods: thread.methods,
    call(service, method, args) {
      if (isClosed) return Promise.reject(new DatabaseError('the database is closed'))
      if (thread.hasEnded()) thread = open()
      return thread.call(service, method, args)
    },
    async end(last) {
      isClosed = true
      try {
        if (!thread.hasEnded()) await last?.(thread.call)
      } finally {
        await thread.end()
      }
    },
  }
}

/** Started by the first call. */
function threadOnDemand(open: () => ReturningThread): Pick<ReturningThread, 'call' | 'end'> {
  let thread: ReturningThread | undefined
  let isClosed = false
  return {
    call(service, method, args) {
      if (isClosed) return Promise.reject(new DatabaseError('the database is closed'))
      thread ??= open()
      return thread.call(service, method, args)
    },
    async end() {
      isClosed = true
      await thread?.end()
    },
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
