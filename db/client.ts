import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Client, InStatement } from '@libsql/client'
import { createClient, LibsqlError } from '@libsql/client'

export interface DatabaseAddress {
  /** `file:///…` (see `localDatabaseUrl`), or the address of a libSQL server. */
  url: string
  authToken?: string | null | undefined
}

export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

export function localDatabaseUrl(dataDir: string): string {
  return pathToFileURL(join(dataDir, 'metis.db')).href
}

// The local driver waits for a lock synchronously and stops everything in the process meanwhile. So it waits just long
// enough for another process's ordinary write, and anything longer is waited for here: 10 seconds in all.
const LOCK_WAIT_MS = 100
const BUSY_DELAY_MS = 100
const BUSY_ATTEMPTS = 50

const PRAGMAS = ['PRAGMA journal_mode = WAL', 'PRAGMA synchronous = NORMAL', 'PRAGMA foreign_keys = ON']

/**
 * A libSQL client that is safe to share: writes are `batch` (atomic, takes the write lock at once) or single statements,
 * and a lock held by someone else is waited for. Throws a `DatabaseError` where the database cannot be opened.
 */
export async function openClient(
  address: DatabaseAddress,
  { busyAttempts = BUSY_ATTEMPTS }: { busyAttempts?: number } = {},
): Promise<Client> {
  try {
    const { url } = address
    const client = url.startsWith('file:') ? await openFile(url, busyAttempts) : openServer(address, busyAttempts)
    await client.execute('SELECT 1')
    return client
  } catch (error) {
    throw new DatabaseError(`cannot open the database at ${printable(address.url)}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

async function openFile(url: string, busyAttempts: number): Promise<Client> {
  const path = fileURLToPath(url)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const client = createClient({ url, timeout: LOCK_WAIT_MS, concurrency: 1 })

  // A connection that failed once is not trusted again: libSQL never resets the statement that met a lock, and later writes on
  // that connection report success and are lost.
  let trusted = false
  const connect = async () => {
    if (trusted) return
    await client.reconnect()
    for (const pragma of PRAGMAS) await client.execute(pragma)
    trusted = true
  }
  const distrust = () => {
    trusted = false
  }

  // Reconnecting closes the connection under whoever waits for it, so one operation at a time is inside the driver. It is
  // synchronous anyway: nothing is lost by the queue.
  let tail: Promise<unknown> = Promise.resolve()
  return guarded(client, (operation) => {
    const result = tail.then(() => patiently(operation, busyAttempts, connect, distrust))
    tail = result.catch(() => {})
    return result
  })
}

function openServer({ url, authToken }: DatabaseAddress, busyAttempts: number): Client {
  const client = createClient(authToken ? { url, authToken } : { url })
  return guarded(client, (operation) => patiently(operation, busyAttempts))
}

async function patiently<T>(
  operation: () => Promise<T>,
  attempts: number,
  before = async () => {},
  onError = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await before()
      return await operation()
    } catch (error) {
      onError()
      if (!isBusy(error) || attempt >= attempts) throw error
      await sleep(BUSY_DELAY_MS)
    }
  }
}

function guarded(client: Client, run: <T>(operation: () => Promise<T>) => Promise<T>): Client {
  let closed = false
  const open = <T>(operation: () => Promise<T>): Promise<T> =>
    run(() => {
      if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
      return operation()
    })
  return {
    execute: (statement: InStatement | string, args?: Parameters<Client['execute']>[1]) =>
      open(() => (typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement))),
    batch: (statements, mode = 'write') => open(() => client.batch(statements, mode)),
    migrate: (statements) => open(() => client.migrate(statements)),
    transaction: unsafe,
    executeMultiple: unsafe,
    sync: unsafe,
    reconnect: unsafe,
    close: () => {
      closed = true
      client.close()
    },
    get closed() {
      return closed
    },
    protocol: client.protocol,
  }
}

/** An open transaction blocks every other write of the process; a script and a new connection know nothing of the queue. */
const unsafe = () => Promise.reject(new DatabaseError('is not safe on a shared client: use a batch'))

/** Without the query, which may carry a token. */
function printable(url: string): string {
  return url.replace(/[?#].*$/, '')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
