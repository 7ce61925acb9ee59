import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { ConnectionPool } from '@libsql/client/sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileClient } from '#db/kept-statements.ts'
import { temporaryFolder } from '../support/database.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let client: Client
beforeEach(async () => {
  folder = await temporaryFolder()
  client = createFileClient(join(folder.path, 'a.db'), { timeout: 100 })
  await client.execute('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
})
afterEach(async () => {
  client.close()
  await folder[Symbol.asyncDispose]()
})

const add = (text: string | null) => client.execute({ sql: 'INSERT INTO note (text) VALUES (?)', args: [text] })
const texts = async () => (await client.execute('SELECT text FROM note ORDER BY id')).rows.map(({ text }) => text)

test('a statement is compiled once, alone and in a batch, and has its own values each time', async () => {
  await client.reconnect()
  const drivers = new ConnectionPool(join(folder.path, 'a.db'), {}, 1)
  const compiled = vi.spyOn(Object.getPrototypeOf(drivers.acquireSync()), 'prepare')
  drivers.close()
  await add('a')
  await client.batch([
    { sql: 'INSERT INTO note (text) VALUES (?)', args: ['b'] },
    { sql: 'INSERT INTO note (text) VALUES (?)', args: ['c'] },
  ])
  await client.batch([{ sql: 'INSERT INTO note (text) VALUES (?)', args: ['d'] }])
  expect(await texts()).toEqual(['a', 'b', 'c', 'd'])
  expect(await texts()).toEqual(['a', 'b', 'c', 'd'])
  expect(compiled.mock.calls.map(([sql]) => sql)).toEqual([
    'INSERT INTO note (text) VALUES (?)',
    'BEGIN DEFERRED',
    'COMMIT',
    'SELECT text FROM note ORDER BY id',
  ])
})

test('a statement that returns what it wrote can be used again', async () => {
  const write = (text: string) =>
    client.execute({ sql: 'INSERT INTO note (text) VALUES (?) RETURNING id, text', args: [text] })
  expect((await write('a')).rows).toEqual([{ id: 1, text: 'a' }])
  expect((await write('b')).rows).toEqual([{ id: 2, text: 'b' }])
  expect(await texts()).toEqual(['a', 'b'])
})

test.each([0, 1, 99, 100, 101, 200])('%i rows are read to their end, again and again', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `${index}`)
  await client.batch(names.map((name) => ({ sql: 'INSERT INTO note (text) VALUES (?)', args: [name] })))
  for (let time = 0; time < 3; time += 1) expect(await texts()).toEqual(names)
})

test('what is read leaves nothing open: another connection can write at once, and is seen', async () => {
  await add('a')
  await texts()
  const other = createFileClient(join(folder.path, 'a.db'), { timeout: 0 })
  await other.execute(`INSERT INTO note (text) VALUES ('b')`)
  await other.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  expect(await texts()).toEqual(['a', 'b'])
})

test('a change of the schema holds for statements that were used before', async () => {
  await add('a')
  await client.execute('SELECT * FROM note')
  await client.execute(`ALTER TABLE note ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'`)
  await client.execute(
    `CREATE TRIGGER loud AFTER INSERT ON note BEGIN UPDATE note SET mood = 'loud' WHERE id = new.id; END`,
  )
  await add('b')
  expect((await client.execute('SELECT * FROM note')).rows).toEqual([
    { id: 1, text: 'a', mood: 'calm' },
    { id: 2, text: 'b', mood: 'loud' },
  ])
})

test('more statements than are kept still do what they say', async () => {
  for (let number = 0; number < 600; number += 1) {
    await client.execute(`INSERT INTO note (text) VALUES ('${number}')`)
  }
  await add('last')
  expect((await texts()).length).toBe(601)
})

test('a connection that is made anew begins without them', async () => {
  await add('a')
  await expect(add(null)).rejects.toThrow('NOT NULL')
  await client.reconnect()
  await add('b')
  expect(await texts()).toEqual(['a', 'b'])
})
