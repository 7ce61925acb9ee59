import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Client, InStatement } from '@libsql/client'
import { createClient, LibsqlError } from '@libsql/client'
import { ensureDatabaseFile, OpenFiles } from './database-file.ts'
import { createFileClient } from './kept-statements.ts'
import { storageError } from './storage-fault.ts'
import type { Place } from './storage-words.ts'

export interface DatabaseAddress {
  /** `file:///…` (see `localDatabaseUrl`), `file:` and a relative path, or the address of a libSQL server. */
  url: string
  authToken?: string | null | undefined
}

/** A client that several may use at once. */
export interface SharedClient extends Client {
  /** Throws a `StorageError` where a local file was deleted, moved or replaced since it was opened. */
  assertInPlace: () => void
}

export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError'
}

export function localDatabaseUrl(dataDir: string): string {
  return pathToFileURL(join(dataDir, 'metis.db')).href
}

// The local driver waits for a lock synchronously and stops everything in its thread meanwhile. So it waits just long
// enough for another process's ordinary write, and anything longer is waited for here: 10 seconds in all.
const LOCK_WAIT_MS = 100
const BUSY_DELAY_MS = 100
const BUSY_ATTEMPTS = 50

const PRAGMAS = [
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = NORMAL',
  'PRAGMA foreign_keys = ON',
  // What is deleted is overwritten, and does not stay in the file until something else needs its place.
  'PRAGMA secure_delete = ON',
]

/**
 * A libSQL client that is safe to share: writes are `batch` (atomic, takes the write lock at once) or single statements,
 * and a lock held by someone else is waited for. Nothing is written to a local file that is not where it was opened. Throws a
 * `StorageError` where the database cannot be opened, or a `DatabaseError` where that has another reason.
 */
export async function openClient(
  address: DatabaseAddress,
  { busyAttempts = BUSY_ATTEMPTS, create = true }: { busyAttempts?: number; create?: boolean } = {},
): Promise<SharedClient> {
  const { url } = address
  try {
    const client = isFile(url) ? await openFile(pathOf(url), busyAttempts, create) : openServer(address, busyAttempts)
    await client.execute('SELECT 1')
    return client
  } catch (error) {
    const reason = `cannot open the database at ${printable(url)}: ${reasonOf(error)}`
    throw storageError(error, placeOf(url)) ?? new DatabaseError(reason, { cause: error })
  }
}

/** What people are told of where the database is. */
export function placeOf(url: string): Place {
  return isFile(url) ? { path: pathOf(url) } : { url: printable(url) }
}

function isFile(url: string): boolean {
  return url.startsWith('file:')
}

export function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

async function openFile(path: string, busyAttempts: number, create: boolean): Promise<SharedClient> {
  await ensureDatabaseFile(path, { create })
  const files = new OpenFiles(path)
  const client = createFileClient(path, { timeout: LOCK_WAIT_MS })

  // A connection that failed once is not trusted again: libSQL never resets the statement that met a lock, and later writes on
  // that connection report success and are lost.
  let trusted = false
  const onTrustedConnection = async <T>(operation: () => Promise<T>): Promise<T> => {
    try {
      if (!trusted) {
        files.assertSameDatabase()
        await client.reconnect()
        for (const pragma of PRAGMAS) await client.execute(pragma)
        files.remember()
        trusted = true
      }
      return await operation()
    } catch (error) {
      trusted = false
      throw error
    }
  }

  // Reconnecting closes the connection under whoever waits for it, so one operation at a time is inside the driver. It is
  // synchronous anyway: nothing is lost by the queue.
  let tail: Promise<unknown> = Promise.resolve()
  const run: Run = (operation, { writes, assertOpen }) => {
    const attempt = async () => {
      assertOpen()
      if (!writes) return await onTrustedConnection(operation)
      files.assertInPlace()
      const written = await onTrustedConnection(operation)
      // Also after: nobody is told that something is stored which went to a file without a name.
      files.assertStillInPlace()
      return written
    }
    const result = tail.then(() => patiently(attempt, busyAttempts))
    tail = result.catch(() => {})
    return result
  }
  return guarded(client, run, () => files.assertInPlace())
}

function openServer({ url, authToken }: DatabaseAddress, busyAttempts: number): SharedClient {
  const client = createClient(authToken ? { url, authToken } : { url })
  const run: Run = (operation, { assertOpen }) => {
    const attempt = async () => {
      assertOpen()
      return await operation()
    }
    return patiently(attempt, busyAttempts)
  }
  return guarded(client, run, () => {})
}

async function patiently<T>(operation: () => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation()
    } catch (error) {
      if (!isBusy(error) || attempt >= attempts) throw error
      await sleep(BUSY_DELAY_MS)
    }
  }
}

type Run = <T>(operation: () => Promise<T>, about: { writes: boolean; assertOpen: () => void }) => Promise<T>

const READS = /^\s*(SELECT|WITH|PRAGMA|EXPLAIN)\b/i

function guarded(client: Client, run: Run, assertInPlace: () => void): SharedClient {
  let closed = false
  const assertOpen = () => {
    if (closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
  }
  return {
    execute: (statement: InStatement | string, args?: Parameters<Client['execute']>[1]) =>
      run(() => (typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement)), {
        writes: !READS.test(typeof statement === 'string' ? statement : statement.sql),
        assertOpen,
      }),
    batch: (statements, mode = 'write') =>
      run(() => client.batch(statements, mode), { writes: mode !== 'read', assertOpen }),
    migrate: (statements) => run(() => client.migrate(statements), { writes: true, assertOpen }),
    assertInPlace,
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

export function pathOf(url: string): string {
  const rest = url.slice('file:'.length).replace(/[?#].*$/, '')
  if (rest === '' || rest === ':memory:')
    throw new DatabaseError('a database in memory would not outlive its connection')
  return rest.startsWith('/') ? fileURLToPath(url) : resolve(decodeURIComponent(rest))
}

/** An open transaction blocks every other write of the process; a script and a new connection know nothing of the queue. */
const unsafe = () => Promise.reject(new DatabaseError('is not safe on a shared client: use a batch'))

/** Without the query, which may carry a token. */
function printable(url: string): string {
  return url.replace(/[?#].*$/, '')
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
