import type { Client } from '@libsql/client'

/** No stored text holds it. */
const BREAK = '\n--> statement-breakpoint\n'

/** A database as the statements that make it, its rows in the order of their rowids, or of their keys where they have none. */
export async function dumpDatabase(client: Client): Promise<string> {
  const { rows: objects } = await client.execute(
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
  )
  const kinds = await client.execute(`SELECT name, type FROM pragma_table_list WHERE schema = 'main'`)
  const kindOf = new Map(kinds.rows.map(({ name, type }) => [name, type]))
  const orderOf = await orders(client)
  const inserts: string[] = []
  for (const { name, type } of objects) {
    // What a virtual table shows is what its shadows hold: they are written as they are, once it has made them.
    if (type !== 'table' || kindOf.get(name) === 'virtual') continue
    if (kindOf.get(name) === 'shadow') inserts.push(`DELETE FROM "${name}"`)
    const order = kindOf.get(name) === 'shadow' ? 1 : orderOf(String(name))
    const { rows: columns } = await client.execute({
      sql: 'SELECT name FROM pragma_table_info(?)',
      args: [name as string],
    })
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `)
    const { rows } = await client.execute(`SELECT ${values} AS row FROM "${name}" ORDER BY ${order}`)
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    inserts.push(...rows.map(({ row }) => `INSERT INTO "${name}" (${names}) VALUES (${row})`))
  }
  const [made, triggers] = [
    objects.filter(({ type }) => type !== 'trigger'),
    objects.filter(({ type }) => type === 'trigger'),
  ]
  return [
    ...made.filter(({ name }) => kindOf.get(name) !== 'shadow').map(({ sql }) => String(sql)),
    ...inserts,
    ...triggers.map(({ sql }) => String(sql)),
  ].join(BREAK)
}

export async function loadDump(client: Client, dump: string): Promise<void> {
  await client.migrate(dump.split(BREAK))
}

/** By what the rows of a table are put in order. */
async function orders(client: Client): Promise<(table: string) => string> {
  const { rows } = await client.execute(
    `SELECT list.name, group_concat('"' || columns.name || '"') AS key FROM pragma_table_list AS list
      JOIN pragma_table_info(list.name) AS columns WHERE wr = 1 AND columns.pk > 0 GROUP BY list.name`,
  )
  const keyOf = new Map(rows.map(({ name, key }) => [name, String(key)]))
  return (table) => keyOf.get(table) ?? 'rowid'
}

export type Rows = Record<string, unknown>[]

/** Every row of every table but an index's own, in the order of the rowids; text that is JSON as what it says. */
export async function readAllRows(client: Client): Promise<Record<string, Rows>> {
  const { rows: tables } = await client.execute(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'
      AND name IN (SELECT name FROM pragma_table_list WHERE type = 'table')`,
  )
  const orderOf = await orders(client)
  const all: Record<string, Rows> = {}
  for (const { name } of tables) {
    const { columns, rows } = await client.execute(`SELECT * FROM "${name}" ORDER BY ${orderOf(String(name))}`)
    all[String(name)] = rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, jsonOf(column, row[column])])),
    )
  }
  return all
}

function jsonOf(column: string, value: unknown): unknown {
  return column.endsWith('_json') && typeof value === 'string' ? JSON.parse(value) : value
}
