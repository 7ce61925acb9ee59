import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client'
import { StorageError } from '#lib/store/storage-error.ts'
import { draftOf, syncFolder } from './database-file.ts'
import { freeRoom, sizeInWords } from './storage-words.ts'

/** One for each schema that was updated from, and no more than these. */
const BACKUPS_KEPT = 3

/** Somebody else may write between the count and the copy. */
const COPY_ATTEMPTS = 5

/** The copy holds something else than the database. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Copies the database to a dated file beside it and reads the copy again: its structure, and the rows of each table. A copy
 * has its name only when all of that held, so what is there under such a name is whole. Returns its path.
 */
export async function backUp(client: Client, path: string, schema: string, now = new Date()): Promise<string> {
  const target = `${path}.${now.toISOString().replaceAll(':', '-')}.${schema}.backup`
  const draft = draftOf(path)
  await assertRoom(client, path)
  try {
    await (await open(/* turbopackIgnore: true */ draft, 'wx', 0o600)).close()
    const rows = await copyWhole(client, draft)
    await verify(draft, rows)
    const file = await open(/* turbopackIgnore: true */ draft, 'r+')
    await file.sync()
    await file.close()
    await rename(draft, target)
    await syncFolder(dirname(target))
    return target
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(draft + suffix, { force: true })
  }
}

/** The backups beside a database, newest first. */
export async function listBackups(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = await readdir(folder)
  return names
    .filter((name) => schemaOf(path, name) !== null)
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** Keeps the newest of each schema, of the latest schemas. */
export async function removeOldBackups(path: string): Promise<void> {
  const kept = new Set<string | null>()
  for (const backup of await listBackups(path)) {
    const schema = schemaOf(path, basename(backup))
    if (kept.has(schema) || kept.size === BACKUPS_KEPT) await rm(backup, { force: true })
    else kept.add(schema)
  }
}

/** Of the name of a backup; null for any other name. */
function schemaOf(path: string, name: string): string | null {
  const prefix = `${basename(path)}.`
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.(.+)\.backup$/.exec(rest)?.[1] ?? null
}

async function assertRoom(client: Client, path: string): Promise<void> {
  const [pages, size] = await Promise.all(
    ['page_count', 'page_size'].map((name) => readValue(client, `PRAGMA ${name}`)),
  )
  const needed = Number(pages) * Number(size)
  const free = freeRoom(path)
  if (free === null || free >= needed) return
  const room = `${sizeInWords(needed)}, and ${sizeInWords(free)} are left in ${dirname(path)}`
  throw new StorageError('full', `the disk is too full for the copy that is made before an update: it needs ${room}`)
}

type RowCounts = Record<string, number>

async function copyWhole(client: Client, draft: string): Promise<RowCounts> {
  const version = () => readValue(client, 'PRAGMA data_version')
  for (let attempt = 1; ; attempt += 1) {
    const before = await version()
    const rows = await countRows(client)
    await client.execute({ sql: 'VACUUM INTO ?', args: [draft] })
    if ((await version()) === before) return rows
    if (attempt === COPY_ATTEMPTS) throw new BackupError('another program kept changing the database meanwhile')
    await (await open(/* turbopackIgnore: true */ draft, 'w', 0o600)).close()
  }
}

async function verify(draft: string, rows: RowCounts): Promise<void> {
  const copy = createClient({ url: pathToFileURL(draft).href, concurrency: 1 })
  try {
    const problem = await readValue(copy, 'PRAGMA integrity_check')
    if (problem !== 'ok') throw new BackupError(`the copy cannot be read whole: ${problem}`)
    const copied = await countRows(copy)
    const differing = Object.keys({ ...rows, ...copied }).filter((table) => rows[table] !== copied[table])
    if (differing.length > 0) throw new BackupError(`the copy lacks rows of ${differing.join(', ')}`)
  } finally {
    copy.close()
  }
}

async function countRows(client: Client): Promise<RowCounts> {
  const { rows: tables } = await client.execute(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  )
  const counts: RowCounts = {}
  for (const { name } of tables) {
    counts[String(name)] = Number(
      await readValue(client, `SELECT count(*) FROM "${String(name).replaceAll('"', '""')}"`),
    )
  }
  return counts
}

async function readValue(client: Client, sql: string): Promise<unknown> {
  const { rows } = await client.execute(sql)
  return rows[0]?.[0]
}
