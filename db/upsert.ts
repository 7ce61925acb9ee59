import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from './database.ts'

/** So many SQLite takes in one statement. */
const VALUES_PER_STATEMENT = 32_766

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
  return chunks(table, rows).map((chunk) =>
    database
      .insert(table)
      .values(chunk)
      .onConflictDoUpdate({ target: table.id, set: set as never }),
  )
}

/** As many rows as fit into one statement, whatever is in them. */
export function chunks<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): T['$inferInsert'][][] {
  const most = Math.floor(VALUES_PER_STATEMENT / Object.keys(getTableColumns(table)).length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, n) => rows.slice(n * most, (n + 1) * most))
}
