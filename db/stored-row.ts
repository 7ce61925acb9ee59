import type { SQL } from 'drizzle-orm'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Logger } from '#lib/log.ts'
import { reasonOf } from './client.ts'

/** A row as it is stored, before anything has been made of its values. */
export type StoredRow<T extends SQLiteTable> = { [K in keyof T['$inferSelect']]: unknown }

/**
 * The columns of a table, to be selected without being decoded: a value that cannot be decoded then costs its own row, not
 * all of a result. Numbers come as text: the driver refuses a whole result for one that JavaScript cannot hold.
 */
export function storedColumns<T extends SQLiteTable>(table: T): { [K in keyof T['$inferSelect']]: SQL<unknown> } {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => [key, stored(column)])
  return Object.fromEntries(columns)
}

/** Throws for a value that is not what its column holds. */
export function decodeRow<T extends SQLiteTable>(table: T, row: StoredRow<T>): T['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(
    columns.map(([key, column]) => [key, decode(column, (row as Record<string, unknown>)[key])]),
  )
}

/** Those that can be read; the others are reported. */
export function readRows<T extends SQLiteTable>(
  table: T,
  rows: readonly StoredRow<T>[],
  report: ReportDamage,
): T['$inferSelect'][] {
  return rows.flatMap((row) => {
    try {
      return [decodeRow(table, row)]
    } catch (cause) {
      report(getTableName(table), (row as Record<string, unknown>).id, cause)
      return []
    }
  })
}

/**
 * As whoever wrote the column would have it, or an error. A value that is none of an enum's is one that a newer version
 * added, and is kept as it is (see `orNewer`).
 */
export function decode(column: SQLiteColumn, value: unknown): unknown {
  if (value === null) {
    if (column.notNull) throw new TypeError(`${column.name} has no value`)
    return null
  }
  if (typeof value !== 'string') throw new TypeError(`${column.name} is not text`)
  const driven = isInteger(column) ? integer(column, value) : value
  const decoded = column.mapFromDriverValue(driven)
  if (column.enumValues && decoded === '') throw new TypeError(`${column.name} is empty`)
  return decoded
}

/** Written out: of all that a query is put together from, columns are most. */
function stored(column: SQLiteColumn): SQL<unknown> {
  const name = `"${getTableName(column.table)}"."${column.name}"`
  return sql.raw(isInteger(column) ? `CAST(${name} AS TEXT)` : name)
}

function isInteger(column: SQLiteColumn): boolean {
  return column.getSQLType() === 'integer'
}

function integer(column: SQLiteColumn, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(number)) throw new TypeError(`${column.name} is not a whole number`)
  return number
}

/** A row that cannot be read stays as it is in the database. */
export type ReportDamage = (table: string, id: unknown, cause: unknown) => void

/** Says of each damaged row once what is wrong with it: it is met again at every look at its session. */
export function damageReport(log: Logger): ReportDamage {
  const reported = new Set<string>()
  return (table, id, cause) => {
    const key = `${table}/${id}`
    if (reported.has(key)) return
    reported.add(key)
    // The words of the JSON parser repeat what people wrote.
    const problem = cause instanceof SyntaxError ? 'it is not JSON' : reasonOf(cause)
    log.error('a stored row cannot be read; it is kept as it is', { table, id, problem })
  }
}
