import { sql } from 'drizzle-orm'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openClient } from '#db/client.ts'
import { json, picoDollars, timestamp } from '#db/column.ts'
import { type Database, openDatabase, runAll, type Statement } from '#db/database.ts'
import { inserted, insertion, upsertion } from '#db/insertion.ts'
import { BACKENDS, type TestDatabase } from '../support/database.ts'

const notes = sqliteTable('notes', {
  id: text('id').primaryKey(),
  session_id: text('session_id').notNull(),
  made_at: timestamp('made_at'),
  content_json: json('content_json'),
  count: integer('count').notNull().default(7),
  cost: picoDollars('cost'),
  bytes: blob('bytes', { mode: 'buffer' }),
})

type Note = typeof notes.$inferInsert

let file: TestDatabase
let database: Database
beforeEach(async () => {
  file = await (BACKENDS[0] as (typeof BACKENDS)[number]).open()
  database = openDatabase(await openClient(file))
  await database.run(sql`CREATE TABLE notes (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, made_at INTEGER,
    content_json TEXT, count INTEGER NOT NULL DEFAULT 7, cost INTEGER, bytes BLOB)`)
})
afterEach(async () => {
  database.$client.close()
  await file[Symbol.asyncDispose]()
})

const optional = <T>(values: fc.Arbitrary<T>) => fc.oneof(fc.constant(null), fc.constant(undefined), values)
const note = fc.record({
  id: fc.string(),
  session_id: fc.string(),
  made_at: optional(fc.constantFrom('2026-05-08T12:00:00.000000Z', '1969-12-31T23:59:59.999999Z')),
  content_json: optional(fc.jsonValue()),
  count: fc.oneof(fc.constant(undefined), fc.integer()),
  cost: optional(fc.bigInt(0n, 2n ** 62n)),
  bytes: optional(fc.constant(Buffer.from('bytes'))),
})

/** Its whole numbers may be more than the driver hands over. */
const STORED = `SELECT id, session_id, CAST(made_at AS TEXT), content_json, count, CAST(cost AS TEXT), hex(bytes),
  typeof(made_at), typeof(content_json), typeof(cost), typeof(bytes) FROM notes ORDER BY rowid`

const replaceInSession = { target: notes.id, set: inserted(notes), setWhere: sql`session_id IS excluded.session_id` }

test('rows are stored as drizzle stores them, whatever is in them and however many they are', async () => {
  const put = insertion(notes, (insert) => insert.onConflictDoUpdate(replaceInSession))
  const storedBy = async (statements: Statement[]) => {
    await runAll(database, statements)
    const { rows } = await database.$client.execute(STORED)
    await database.delete(notes)
    return rows
  }
  await fc.assert(
    fc.asyncProperty(fc.array(note, { minLength: 1, maxLength: 12 }), async (rows) => {
      const plain = database
        .insert(notes)
        .values(rows as Note[])
        .onConflictDoUpdate(replaceInSession)
      expect(await storedBy(put(database, rows as Note[]))).toEqual(await storedBy([plain]))
    }),
    { numRuns: 200 },
  )
})

test('the text of so many rows is written once', () => {
  const put = insertion(notes)
  const write = vi.spyOn(database, 'insert')
  const row = (id: string): Note => ({ id, session_id: 's' })
  for (const id of ['a', 'b', 'c']) {
    put(database, [row(id)])
    put(database, [row(id), row(`${id}2`)])
  }
  expect(write).toHaveBeenCalledTimes(2)
})

test('no rows are no statement, and more than fit into one are several', async () => {
  const put = insertion(notes)
  expect(put(database, [])).toEqual([])
  const rows = Array.from({ length: 5_000 }, (_, n): Note => ({ id: String(n), session_id: 's' }))
  const statements = put(database, rows)
  expect(statements.length).toBeGreaterThan(1)
  await runAll(database, statements)
  expect(await database.$count(notes)).toBe(5_000)
})

test('a row of another session is not replaced, and nothing of its batch is stored', async () => {
  const put = upsertion(notes, sql`${notes.count} < 9`)
  const write = (...rows: Note[]) => runAll(database, put(database, rows))
  const stored = () => database.select({ id: notes.id, count: notes.count }).from(notes)
  await write({ id: 'a', session_id: 's', count: 8 }, { id: 'b', session_id: 's', count: 9 })
  await write({ id: 'a', session_id: 's', count: 1 })
  await expect(write({ id: 'c', session_id: 's' }, { id: 'a', session_id: 't' })).rejects.toThrow(/NOT NULL/)
  await expect(write({ id: 'b', session_id: 's', count: 2 })).rejects.toThrow(/NOT NULL/)
  expect(await stored()).toEqual([
    { id: 'a', count: 1 },
    { id: 'b', count: 9 },
  ])
})

test('a value that belongs to no row is refused, not kept for all that follow', () => {
  const put = insertion(notes, (insert) => insert.onConflictDoUpdate({ target: notes.id, set: { count: 3 } }))
  expect(() => put(database, [{ id: 'a', session_id: 's' }])).toThrow('notes')
})

test('a table whose default is made by the database or by a function is refused: the kept text would not ask for it', () => {
  const dated = sqliteTable('dated', { id: text('id').primaryKey(), at: text('at').default(sql`CURRENT_TIMESTAMP`) })
  const numbered = sqliteTable('numbered', { id: text('id').primaryKey(), n: integer('n').$defaultFn(() => 1) })
  expect(() => insertion(dated)(database, [{ id: 'a' }])).toThrow('dated.at')
  expect(() => insertion(numbered)(database, [{ id: 'a' }])).toThrow('numbered.n')
})
