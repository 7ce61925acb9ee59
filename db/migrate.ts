import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { DatabaseError, reasonOf } from './client.ts'

const TABLE = '__drizzle_migrations'

/** The product runs from the project root; a bundler moves this file away from its migrations, not the working directory. */
const FOLDER = join(process.cwd(), 'db', 'migrations')

export class MigrationError extends DatabaseError {
  override readonly name = 'MigrationError'
}

/**
 * Brings the database to this version's schema, in one transaction; safe at every start and from several processes at once.
 * Throws a `MigrationError` when a newer version wrote the database, or when a migration cannot be applied.
 */
export async function migrateDatabase(client: Client, folder: string = FOLDER): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  if ((await pending(client, known)) === 0) return
  try {
    await migrate(drizzle({ client }), { migrationsFolder: folder })
  } catch (error) {
    // Another process that started at the same moment was faster.
    if ((await pending(client, known)) === 0) return
    const reason = reasonOf((error as Error).cause ?? error)
    throw new MigrationError(
      `the database could not be brought to the schema of this version, and is unchanged: ${reason}`,
      { cause: error },
    )
  }
}

async function pending(client: Client, known: readonly MigrationMeta[]): Promise<number> {
  const applied = await appliedAt(client)
  if (applied.some((millis) => !known.some(({ folderMillis }) => folderMillis === millis))) {
    throw new MigrationError('the database was written by another, probably newer, version: start that version instead')
  }
  return known.length - applied.length
}

/** When each applied migration was written: its identity, as for drizzle. */
async function appliedAt(client: Client): Promise<number[]> {
  const tables = await client.execute({ sql: 'SELECT 1 FROM sqlite_schema WHERE name = ?', args: [TABLE] })
  if (tables.rows.length === 0) return []
  const { rows } = await client.execute(`SELECT created_at FROM ${TABLE}`)
  return rows.map((row) => Number(row.created_at))
}
