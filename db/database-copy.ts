import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client'
import { StorageError } from '#lib/store/storage-error.ts'
import { freeRoom, sizeInWords } from './storage-words.ts'

/** Somebody else may write between the count and the copy. */
const COPY_ATTEMPTS = 5

/** Of each table by its name. */
export type RowCounts = Record<string, number>

/** The copy holds something else than the database. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

export interface CopyOptions {
  /** What the copy is made for, to be said where there is no room for it: "the copy that …". */
  purpose: string
  /**
   * Whether others may write meanwhile. The copy is one consistent state all the same, and its structure is checked; but that
   * it has as many rows as the database cannot be, for those are others by then.
   */
  mayChange?: boolean
}

/**
 * Copies a local database to a new file, and reads the copy again: its structure, and the rows of each table. Returns how many
 * those are. A copy that fails is whatever it is: `removeDatabase` takes it away.
 */
export async function copyDatabase(
  client: Client,
  target: string,
  { purpose, mayChange = false }: CopyOptions,
): Promise<RowCounts> {
  await assertRoom(client, target, purpose)
  await (await open(/* turbopackIgnore: true */ target, 'wx', 0o600)).close()
  const rows = await copyWhole(client, target, mayChange)
  const copied = await checkDatabase(target)
  const differing = rows ? differingTables(rows, copied) : []
  if (differing.length > 0) throw new CopyError(`the copy lacks rows of ${differing.join(', ')}`)
  await syncFile(target)
  return copied
}

/** Reads every page of a database that nobody else uses; throws a `CopyError` where that is not possible. */
export async function checkDatabase(path: string): Promise<RowCounts> {
  return await withDatabaseFile(path, async (client) => {
    const problem = await readValue(client, 'PRAGMA integrity_check')
    if (problem !== 'ok') throw new CopyError(`the copy cannot be read whole: ${problem}`)
    return await countRows(client)
  })
}

/** The file as it is: nothing of how it keeps its data is changed, as opening it for use would. Whole numbers are `bigint`. */
export async function withDatabaseFile<T>(path: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: pathToFileURL(path).href, concurrency: 1, intMode: 'bigint' })
  try {
    return await use(client)
  } finally {
    client.close()
  }
}

export function differingTables(before: RowCounts, after: RowCounts): string[] {
  return Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table])
}

/** With all that SQLite puts beside it. */
export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of DATABASE_SUFFIXES) await rm(path + suffix, { force: true })
}

/** The files of a database, itself first. */
export const DATABASE_SUFFIXES = ['', '-journal', '-wal', '-shm'] as const

export async function syncFile(path: string): Promise<void> {
  const file = await open(/* turbopackIgnore: true */ path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function countRows(client: Pick<Client, 'execute'>): Promise<RowCounts> {
  const { rows: tables } = await client.execute(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  )
  const counts: RowCounts = {}
  for (const { name } of tables) {
    counts[String(name)] = Number(await readValue(client, `SELECT count(*) FROM ${quoted(String(name))}`))
  }
  return counts
}

/** A name as SQL has it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

async function assertRoom(client: Client, target: string, purpose: string): Promise<void> {
  const [pages, size] = await Promise.all(
    ['page_count', 'page_size'].map((name) => readValue(client, `PRAGMA ${name}`)),
  )
  const needed = Number(pages) * Number(size)
  const free = freeRoom(target)
  if (free === null || free >= needed) return
  const room = `${sizeInWords(needed)}, and ${sizeInWords(free)} are left in ${dirname(target)}`
  throw new StorageError('full', `the disk is too full for ${purpose}: it needs ${room}`)
}

/** The rows that were copied; null where others wrote meanwhile, and may. */
async function copyWhole(client: Client, target: string, mayChange: boolean): Promise<RowCounts | null> {
  const version = () => readValue(client, 'PRAGMA data_version')
  for (let attempt = 1; ; attempt += 1) {
    const before = await version()
    const rows = await countRows(client)
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] })
    if ((await version()) === before) return rows
    if (mayChange) return null
    if (attempt === COPY_ATTEMPTS) throw new CopyError('another program kept changing the database meanwhile')
    await (await open(/* turbopackIgnore: true */ target, 'w', 0o600)).close()
  }
}

async function readValue(client: Pick<Client, 'execute'>, sql: string): Promise<unknown> {
  const { rows } = await client.execute(sql)
  return rows[0]?.[0]
}
