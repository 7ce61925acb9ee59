import { getTableColumns, getTableName, is, Param, Placeholder, type Query, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteInsert, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database, Statement } from './database.ts'

/** So many SQLite takes in one statement. */
const VALUES_PER_STATEMENT = 32_766

/** What a turn writes; an import writes more, each time another number of them. */
const MOST_ROWS_OF_KEPT_TEXT = 8

/** Puts rows into its table, in as many statements as they need. */
export type Insertion<T extends SQLiteTable> = (database: Database, rows: readonly T['$inferInsert'][]) => Statement[]

type Conclude<T extends SQLiteTable> = (insert: SQLiteInsert<T, 'async', unknown>) => Statement

/**
 * The text for so many rows is written once: to write one of many columns takes drizzle longer than SQLite takes to run it.
 * `conclude` says what becomes of rows that are there already, and may hold no values of its own.
 */
export function insertion<T extends SQLiteTable>(table: T, conclude: Conclude<T> = (insert) => insert): Insertion<T> {
  const texts: InsertText[] = []
  return (database, rows) =>
    chunks(table, rows).map((chunk) => {
      if (chunk.length > MOST_ROWS_OF_KEPT_TEXT) return conclude(into(database, table, chunk))
      texts[chunk.length] ??= textFor(table, chunk.length, (places) => conclude(into(database, table, places)))
      return database.run(new Filled(filled(texts[chunk.length] as InsertText, chunk)))
    })
}

type SessionTable = SQLiteTable & { id: SQLiteColumn; session_id: SQLiteColumn }

/**
 * A row whose id is known replaces what is there, but only inside its session and where `mayReplace` holds: else the new
 * `session_id` comes out as NULL, which the table refuses, and with it the whole batch.
 */
export function upsertion<T extends SessionTable>(table: T, mayReplace: SQL = sql`TRUE`): Insertion<T> {
  const mine = sql`${table.session_id} = excluded.session_id AND ${mayReplace}`
  const set = { ...inserted(table), session_id: sql`CASE WHEN ${mine} THEN excluded.session_id END` }
  return insertion(table, (insert) => insert.onConflictDoUpdate({ target: table.id, set: set as never }))
}

/** For an upsert: all columns but the id as they are in the new row. */
export function inserted(table: SQLiteTable): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  return Object.fromEntries(columns.map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]))
}

/** As many rows as fit into one statement, whatever is in them. */
function chunks<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): T['$inferInsert'][][] {
  const most = Math.floor(VALUES_PER_STATEMENT / Object.keys(getTableColumns(table)).length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, n) => rows.slice(n * most, (n + 1) * most))
}

function into<T extends SQLiteTable>(database: Database, table: T, rows: readonly unknown[]) {
  return database.insert(table).values(rows as never) as unknown as SQLiteInsert<T, 'async', unknown>
}

interface InsertText {
  sql: string
  /** Where each value comes from. */
  places: { row: number; key: string; column: SQLiteColumn }[]
}

function textFor(table: SQLiteTable, rows: number, write: (places: unknown[]) => Statement): InsertText {
  const columns = getTableColumns(table)
  const made = Object.values(columns).find((column) => is(column.default, SQL) || column.defaultFn || column.onUpdateFn)
  if (made) throw new TypeError(`${getTableName(table)}.${made.name} has a default that is not a value`)
  const all = Array.from({ length: rows }, (_, row) => {
    return Object.entries(columns).map(([key, column]) => ({ row, key, column }))
  })
  const flat = all.flat()
  const placeholders = all.map((places) => {
    return Object.fromEntries(places.map((place) => [place.key, sql.placeholder(String(flat.indexOf(place)))]))
  })
  const { sql: text, params } = (write(placeholders) as unknown as { toSQL: () => Query }).toSQL()
  const places = params.map((param) => {
    const place = is(param, Param) && is(param.value, Placeholder) ? flat[Number(param.value.name)] : undefined
    if (!place) throw new TypeError(`an insert into ${getTableName(table)} has a value that is none of a row's`)
    return place
  })
  return { sql: text, places }
}

function filled({ sql: text, places }: InsertText, rows: readonly Record<string, unknown>[]): Query {
  const params = places.map(({ row, key, column }) => {
    const said = rows[row]?.[key]
    const value = said === undefined ? column.default : said
    return value === null || value === undefined ? null : column.mapToDriverValue(value)
  })
  return { sql: text, params }
}

/** Drizzle asks a statement for its text and its values, and these are there. */
class Filled extends SQL {
  readonly #query: Query
  constructor(query: Query) {
    super([])
    this.#query = query
  }
  override toQuery(): Query {
    return this.#query
  }
}
