import type { Client } from '@libsql/client'
import { LibsqlError } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql'

export type Database = LibSQLDatabase & { $client: Client }
export type Statement = BatchItem<'sqlite'>

export function openDatabase(client: Client): Database {
  return drizzle({ client })
}

/** All of the statements or none; returns what each one returns by itself. */
export async function runAll(database: Database, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements
  return first ? await database.batch([first, ...rest]) : []
}

/** A row that the schema does not allow: an unknown reference, a known id, a missing value. */
export function isConstraintError(error: unknown): boolean {
  return error instanceof LibsqlError && error.code.startsWith('SQLITE_CONSTRAINT')
}
