import type { Client } from '@libsql/client'
import { LibsqlError } from '@libsql/client'
import { getTableName } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

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

/** Whether a table refused a row: for a value that is there already, or for one that is missing. */
export function isBreachOf(error: unknown, rule: 'UNIQUE' | 'NOT NULL', table: SQLiteTable): boolean {
  if (!(error instanceof Error)) return false
  const words = `${rule} constraint failed: ${getTableName(table)}.`
  return (isConstraintError(error) && error.message.includes(words)) || isBreachOf(error.cause, rule, table)
}
