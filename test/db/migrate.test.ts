import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openClient, placeOf } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { BACKENDS, temporaryFolder } from '../support/database.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'db', 'migrations')

/** This version's migrations and one more. */
async function nextVersion(folder: string, statement: string): Promise<string> {
  const target = join(folder, 'next')
  await cp(FOLDER, target, { recursive: true })
  const path = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  journal.entries.push({ ...journal.entries.at(-1), idx: 99, when: Date.now(), tag: '0099_next' })
  await writeFile(path, JSON.stringify(journal))
  await writeFile(
    join(target, '0099_next.sql'),
    `CREATE TABLE later (id TEXT);\n--> statement-breakpoint\n${statement}`,
  )
  return target
}

describe.each(BACKENDS.filter(({ missing }) => !missing))('migrations of $name', (backend) => {
  test('run at every start and change nothing the second time', async () => {
    await using database = await backend.open()
    for (const _ of [1, 2]) {
      const store = await openStore(database)
      const { rows } = await store.client.execute('SELECT count(*) AS count FROM __drizzle_migrations')
      const journal = JSON.parse(await readFile(join(FOLDER, 'meta', '_journal.json'), 'utf8'))
      expect(Number(rows[0]?.count)).toBe(journal.entries.length)
      await store.close()
    }
  })

  test('may be run by several at the same moment', async () => {
    await using database = await backend.open()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(database)))
    for (const store of stores) {
      expect(await store.sessions(LOCAL_OWNER, { limit: 1 })).toEqual({ items: [], next: null })
    }
    await Promise.all(stores.map((store) => store.close()))
  })

  test('bring a database of an older version forward, after which the older version refuses it', async () => {
    await using database = await backend.open()
    await using folder = await temporaryFolder()
    await openStore(database).then((store) => store.close())
    const client = await openClient(database)
    const next = await nextVersion(folder.path, 'CREATE TABLE latest (id TEXT);')
    await migrateDatabase(client, { place: placeOf(database.url), folder: next })
    const { rows } = await client.execute(`SELECT name FROM sqlite_schema WHERE name LIKE 'late%' ORDER BY name`)
    expect(rows.map((row) => row.name)).toEqual(['later', 'latest'])
    client.close()
    await expect(openStore(database)).rejects.toThrow(/start that version/)
  })

  test('that fail leave the database as it was', async () => {
    await using database = await backend.open()
    await using folder = await temporaryFolder()
    const client = await openClient(database)
    const place = placeOf(database.url)
    await migrateDatabase(client, { place })
    const broken = await nextVersion(folder.path, 'CREATE TABLE nonsense (;')
    await expect(migrateDatabase(client, { place, folder: broken })).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringMatching(/is unchanged: .*syntax error/i),
    })
    const { rows } = await client.execute(`SELECT name FROM sqlite_schema WHERE name = 'later'`)
    expect(rows).toEqual([])
    client.close()
    const store = await openStore(database)
    expect(await store.sessions(LOCAL_OWNER, { limit: 1 })).toEqual({ items: [], next: null })
    await store.close()
  })
})
