import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Logger } from '#lib/log.ts'
import { silentLogger } from '#lib/log.ts'
import { DatabaseError, reasonOf } from './client.ts'
import { storageError } from './storage-fault.ts'
import type { Place } from './storage-words.ts'
import { copyBeforeUpdate, listUpdateCopies, removeOldUpdateCopies } from './update-copy.ts'

const TABLE = '__drizzle_migrations'

/** The product runs from the project root; a bundler moves this file away from its migrations, not the working directory. */
const FOLDER = join(process.cwd(), 'db', 'migrations')

export class MigrationError extends DatabaseError {
  override readonly name = 'MigrationError'
}

export interface MigrationOptions {
  /** Where the database is, to be named and, where it is a file, to be copied first. */
  place: Place
  folder?: string
  log?: Logger
}

interface Migration extends MigrationMeta {
  /** Also the name of the schema that it leads to. */
  tag: string
}

/**
 * Brings the database to this version's schema, in one transaction: a process that is killed in the middle leaves what was
 * there. Before that, a file with something in it is copied (`copyBeforeUpdate`). Safe at every start and from several processes at
 * once. Throws a `MigrationError` when a newer version wrote the database, when it cannot be copied, or when a migration
 * cannot be applied.
 */
export async function migrateDatabase(
  client: Client,
  { place, folder = FOLDER, log = silentLogger }: MigrationOptions,
): Promise<void> {
  const known = readMigrations(folder)
  const applied = await appliedTo(client, known, place)
  const pending = known.filter((migration) => !applied.includes(migration))
  const [from, to] = [applied.at(-1), known.at(-1)]
  if (pending.length === 0 || !to) return
  const isUpToDate = async () => (await appliedTo(client, known, place)).length === known.length
  const backup = from ? await copyFirst(client, place, from, log) : null
  try {
    await client.migrate(statementsOf(pending))
  } catch (error) {
    // Another process that started at the same moment was faster.
    if (await isUpToDate()) return
    throw failure(error, { place, from, to, backup })
  }
  if (!from) return
  log.info('the database was brought to the schema of this version', { from: from.tag, to: to.tag, backup })
  if ('path' in place) await removeOldUpdateCopies(place.path)
}

/** For who only reads, beside a server: throws a `MigrationError` where the database has another schema than this version. */
export async function assertMigrated(client: Client, { place, folder = FOLDER }: MigrationOptions): Promise<void> {
  const known = readMigrations(folder)
  if ((await appliedTo(client, known, place)).length === known.length) return
  throw new MigrationError('the database is of an older version: start Metis once, which brings it to this one')
}

function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))
  const tags = new Map<number, string>(entries.map(({ when, tag }: { when: number; tag: string }) => [when, tag]))
  return readMigrationFiles({ migrationsFolder: folder }).map((migration) => ({
    ...migration,
    tag: tags.get(migration.folderMillis) ?? String(migration.folderMillis),
  }))
}

/** What schema a database has, beside that of this version. */
export interface FoundSchema {
  /** The latest of those that this version knows. */
  name: string | null
  age: 'none' | 'older' | 'current' | 'newer'
}

/** Of any database: one that is no database of ours has none. */
export async function findSchema(client: Pick<Client, 'execute'>, folder = FOLDER): Promise<FoundSchema> {
  const known = readMigrations(folder)
  const { applied, hasUnknown } = await readApplied(client, known)
  const name = applied.at(-1)?.tag ?? null
  if (hasUnknown) return { name, age: 'newer' }
  if (name === null) return { name, age: 'none' }
  return { name, age: applied.length === known.length ? 'current' : 'older' }
}

async function appliedTo(client: Client, known: readonly Migration[], place: Place): Promise<Migration[]> {
  const { applied, hasUnknown } = await readApplied(client, known)
  if (hasUnknown) throw new MigrationError(await newerInWords(place))
  return applied
}

/** By the moment in which each was written: its identity, as for drizzle. Not by order: two branches may grow one each. */
async function readApplied(client: Pick<Client, 'execute'>, known: readonly Migration[]) {
  const tables = await client.execute({ sql: 'SELECT 1 FROM sqlite_schema WHERE name = ?', args: [TABLE] })
  if (tables.rows.length === 0) return { applied: [], hasUnknown: false }
  const { rows } = await client.execute(`SELECT created_at FROM ${TABLE}`)
  const applied = new Set(rows.map((row) => Number(row.created_at)))
  return {
    applied: known.filter(({ folderMillis }) => applied.has(folderMillis)),
    hasUnknown: [...applied].some((millis) => !known.some(({ folderMillis }) => folderMillis === millis)),
  }
}

/**
 * What was applied is noted first, each once: a second process that comes in the same moment fails there, and does not
 * change data again that has been changed already.
 */
function statementsOf(pending: readonly Migration[]) {
  return [
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${TABLE}_once ON ${TABLE} (created_at)`,
    ...pending.map(({ hash, folderMillis }) => ({
      sql: `INSERT INTO ${TABLE} (hash, created_at) VALUES (?, ?)`,
      args: [hash, folderMillis],
    })),
    ...pending.flatMap(({ sql }) => sql).filter((statement) => statement.trim() !== ''),
  ]
}

/** A server has no file that could be copied here: its owner's backups and the one transaction are what there is. */
async function copyFirst(client: Client, place: Place, from: Migration, log: Logger): Promise<string | null> {
  if (!('path' in place)) {
    log.warn('the database server is updated without a copy: only it can make one', { server: place.url })
    return null
  }
  try {
    return await copyBeforeUpdate(client, place.path, from.tag)
  } catch (error) {
    const reason = storageError(error, place)?.message ?? reasonOf(error)
    throw new MigrationError(
      `${place.path} must be copied before it is brought to the schema of this version, and that failed: ${reason}. Nothing was changed: put that right and start again, or start the version that you had before`,
      { cause: error },
    )
  }
}

interface Attempt {
  place: Place
  from: Migration | undefined
  to: Migration
  backup: string | null
}

function failure(error: unknown, { place, from, to, backup }: Attempt): MigrationError {
  const reason = storageError(error, place)?.message ?? reasonOf((error as Error).cause ?? error)
  const path = `from schema ${from?.tag ?? 'none'} to ${to.tag}`
  const copy = backup === null ? '' : `, and a copy of it is ${backup}`
  return new MigrationError(
    `the database could not be brought ${path}, and is unchanged: ${reason}. Start the version that you had before${copy}`,
    { cause: error },
  )
}

async function newerInWords(place: Place): Promise<string> {
  const [backup] = 'path' in place ? await listUpdateCopies(place.path) : []
  const copy =
    backup === undefined ? '' : `. The copy from before the update is ${backup} (db/README.md says how to go back)`
  const where = 'path' in place ? place.path : `the database at ${place.url}`
  return `${where} was written by another, probably newer, version of Metis, and nothing was changed in it: start that version instead${copy}`
}
