import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from './database.ts'

/** SQLite takes 32,766 values in one statement. */
const ROWS_PER_STATEMENT = 1000

type SessionTable = SQLiteTable & { id: SQLiteColumn; session_id: SQLiteColumn }

/**
 * Inserts the rows; one whose id is known replaces what is there, but only inside its session and where
 * `mayReplace` holds: else the new `session_id` comes out as NULL, which the table refuses, and with it the whole batch.
 */
export function upsert<T extends SessionTable>(
  database: Database,
  table: T,
  rows: T['$inferInsert'][],
  mayReplace: SQL = sql`TRUE`,
): Statement[] {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  const set = {
    ...Object.fromEntries(columns.map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`])),
    session_id: sql`CASE WHEN ${table.session_id} = excluded.session_id AND ${mayReplace} THEN excluded.session_id END`,
  }
  return chunks(rows).map((chunk) =>
    database
      .insert(table)
      .values(chunk)
      .onConflictDoUpdate({ target: table.id, set: set as never }),
  )
}

export function chunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT)
  return Array.from({ length: count }, (_, n) => rows.slice(n * ROWS_PER_STATEMENT, (n + 1) * ROWS_PER_STATEMENT))
}
