import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LibsqlError } from '@libsql/client'
import { isStorageError, StorageError, type StorageFault } from '#lib/store/storage-error.ts'
import { faultInWords, freeRoom, type Place } from './storage-words.ts'

/** The one place that knows what drivers and the system call things. Anything else is a mistake of ours, not of the storage. */
const SQLITE: Readonly<Record<string, StorageFault>> = {
  SQLITE_FULL: 'full',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_PROTOCOL: 'locked',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'not_a_database',
  SQLITE_READONLY: 'read_only',
  SQLITE_PERM: 'no_permission',
  SQLITE_AUTH: 'no_permission',
  SQLITE_CANTOPEN: 'io',
  SQLITE_IOERR: 'io',
}

const SYSTEM: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EEXIST: 'missing',
  EISDIR: 'not_a_database',
  EIO: 'io',
  EMFILE: 'io',
  ENFILE: 'io',
}

/** Too little for a page and the index of the write-ahead log. */
const NO_ROOM = 64 * 1024

/** A failure of the storage in words; null for any other. One that was put in words already stays as it is. */
export function storageError(thrown: unknown, place: Place): StorageError | null {
  for (const cause of causesOf(thrown)) {
    if (isStorageError(cause)) return cause
    const kind = 'path' in place ? fileFault(cause, place.path) : serverFault(cause)
    if (kind) return new StorageError(kind, faultInWords(kind, place), { cause: thrown })
  }
  return null
}

/** The same object, whose methods fail in words where it is the storage that fails. */
export function inWords<T extends object>(service: T, place: Place): T {
  const entries = Object.entries(service).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    const told = async (...args: unknown[]) => {
      try {
        return await value(...args)
      } catch (error) {
        throw storageError(error, place) ?? error
      }
    }
    return [name, told]
  })
  return Object.fromEntries(entries)
}

function fileFault(cause: Error, path: string): StorageFault | null {
  const kind = sqliteFault(cause) ?? SYSTEM[codeOf(cause)] ?? null
  return kind === 'io' || kind === 'read_only' ? (seenFault(path) ?? kind) : kind
}

function serverFault(cause: Error): StorageFault | null {
  const kind = sqliteFault(cause)
  if (kind) return kind
  if (cause instanceof LibsqlError && /^(SERVER_ERROR|HRANA_)/.test(cause.code)) {
    return /\b(401|403)\b/.test(cause.message) ? 'token_refused' : 'unreachable'
  }
  const isNetwork = cause instanceof TypeError && cause.message === 'fetch failed'
  return isNetwork || /^(E[A-Z]+|UND_ERR_\w+)$/.test(codeOf(cause)) ? 'unreachable' : null
}

function sqliteFault(cause: Error): StorageFault | null {
  // What the driver throws where it cannot even open a connection has no code but in its words.
  if (/^ConnectionFailed\(.*: 14"\)$/.test(cause.message)) return 'io'
  return cause instanceof LibsqlError ? (SQLITE[cause.code] ?? null) : null
}

/** SQLite says "cannot open" or "I/O error" for many things that can be seen from outside. */
function seenFault(path: string): StorageFault | null {
  try {
    if (!existsSync(dirname(path))) return 'missing'
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'not_a_database'
    for (const each of [path, dirname(path)]) if (existsSync(each)) accessSync(each, constants.W_OK | constants.R_OK)
  } catch (error) {
    return SYSTEM[codeOf(error)] ?? null
  }
  const free = freeRoom(path)
  return free !== null && free < NO_ROOM ? 'full' : null
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Query builders wrap what the driver threw. */
function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = []
  for (let each = thrown; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each)
  return causes
}
