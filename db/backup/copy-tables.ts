import type { Client, InStatement, InValue, Row } from '@libsql/client'
import { CopyError, countRows, differingTables, quoted, type RowCounts } from '../database-copy.ts'

/** Who reads: one transaction, so that all of it is one state. Whole numbers come as `bigint`, for some are beyond 2^53. */
type Reader = Pick<Client, 'execute'>

/** What one question may bring: a server refuses more than about 10 MB. */
const PAGE_BYTES = 4 * 1024 * 1024
const PAGE_ROWS = 500

/** Written last: what has tables and not this one was not filled to its end, and no version takes it for its own. */
const LAST = '__drizzle_migrations'

/**
 * Copies all tables to an empty database elsewhere, row by row, where `VACUUM INTO` cannot: between a server and a file. Indexes,
 * views and triggers are made when the rows are there, so no trigger fires. Returns how many rows each table has, in both.
 */
export async function copyTables(source: Reader, target: Pick<Client, 'migrate' | 'execute'>): Promise<RowCounts> {
  const objects = await readObjects(source)
  const tables = objects.filter(({ type }) => type === 'table')
  // What a virtual table shows is what its shadows hold, and those it makes itself.
  await target.migrate(tables.filter(({ kind, name }) => kind !== 'shadow' && name !== LAST).map(({ sql }) => sql))
  for (const { name, kind } of tables) {
    if (kind === 'virtual' || name === LAST) continue
    if (kind === 'shadow') await target.migrate([`DELETE FROM ${quoted(name)}`])
    await copyRows(source, target, name)
  }
  const rest = objects.filter(({ type }) => type !== 'table').map(({ sql }) => sql)
  const last = tables.find(({ name }) => name === LAST)
  await target.migrate([...(last ? [last.sql] : []), ...rest])
  if (last) await copyRows(source, target, LAST)
  const [rows, copied] = [await countRows(source), await countRows(target)]
  const differing = differingTables(rows, copied)
  if (differing.length > 0) throw new CopyError(`the copy lacks rows of ${differing.join(', ')}`)
  return copied
}

/** Whether there is nothing in it that somebody made. */
export async function isEmptyDatabase(client: Reader): Promise<boolean> {
  return (await readObjects(client)).length === 0
}

interface SchemaObject {
  type: string
  name: string
  sql: string
  /** Of a table. */
  kind: string | undefined
}

async function readObjects(client: Reader): Promise<SchemaObject[]> {
  const { rows } = await client.execute(
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT LIKE 'libsql\\_%' ESCAPE '\\' ORDER BY rowid`,
  )
  const kinds = await client.execute(`SELECT name, type FROM pragma_table_list WHERE schema = 'main'`)
  const kindOf = new Map(kinds.rows.map(({ name, type }) => [String(name), String(type)]))
  return rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
    kind: kindOf.get(String(name)),
  }))
}

async function copyRows(source: Reader, target: Pick<Client, 'migrate'>, table: string): Promise<void> {
  const { columns, key } = await shapeOf(source, table)
  const places = columns.map(() => '?').join(', ')
  const sql = `INSERT INTO ${quoted(table)} (${columns.join(', ')}) VALUES (${places})`
  let after: InValue[] | null = null
  for (;;) {
    const until = await pageEnd(source, { table, columns, key, after })
    if (!until) return
    const { where, args }: Page = between(key, after, until)
    const { rows } = await source.execute({
      sql: `SELECT ${columns.join(', ')} FROM ${quoted(table)} ${where} ORDER BY ${key.join(', ')}`,
      args,
    })
    await target.migrate(rows.map((row): InStatement => ({ sql, args: valuesOf(row, columns.length) })))
    after = until
  }
}

interface Shape {
  /** Quoted. */
  columns: string[]
  /** By which its rows are in order, each once. */
  key: string[]
}

async function shapeOf(client: Reader, table: string): Promise<Shape> {
  const { rows } = await client.execute({
    sql: 'SELECT name, pk FROM pragma_table_info(?) ORDER BY cid',
    args: [table],
  })
  const { rows: lists } = await client.execute({
    sql: `SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`,
    args: [table],
  })
  const hasRowid = Number(lists[0]?.wr ?? 0) === 0
  const keys = rows.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    columns: rows.map(({ name }) => quoted(String(name))),
    key: hasRowid ? ['rowid'] : keys.map(({ name }) => quoted(String(name))),
  }
}

/** The key of the last row of the next page; null where there is none. */
async function pageEnd(
  client: Reader,
  { table, columns, key, after }: Shape & { table: string; after: InValue[] | null },
): Promise<InValue[] | null> {
  const size = columns.map((column) => `coalesce(length(CAST(${column} AS BLOB)), 0)`).join(' + ')
  const { where, args } = between(key, after, null)
  const { rows } = await client.execute({
    sql: `SELECT ${key.join(', ')}, ${size} FROM ${quoted(table)} ${where} ORDER BY ${key.join(', ')} LIMIT ${PAGE_ROWS}`,
    args,
  })
  let bytes = 0
  let end: Row | null = null
  for (const row of rows) {
    bytes += Number(row[key.length])
    if (end && bytes > PAGE_BYTES) break
    end = row
  }
  return end && valuesOf(end, key.length)
}

interface Page {
  where: string
  args: InValue[]
}

function between(key: readonly string[], after: InValue[] | null, until: InValue[] | null): Page {
  const names = `(${key.join(', ')})`
  const places = `(${key.map(() => '?').join(', ')})`
  const bounds = [...(after ? [`${names} > ${places}`] : []), ...(until ? [`${names} <= ${places}`] : [])]
  return {
    where: bounds.length > 0 ? `WHERE ${bounds.join(' AND ')}` : '',
    args: [...(after ?? []), ...(until ?? [])],
  }
}

function valuesOf(row: Row, count: number): InValue[] {
  return Array.from({ length: count }, (_, index) => row[index] as InValue)
}
