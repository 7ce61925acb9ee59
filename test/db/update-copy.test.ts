import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localDatabaseUrl, openClient } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { listUpdateCopies, removeOldUpdateCopies } from '#db/update-copy.ts'
import { memoryLogger } from '#lib/log.ts'
import { addTemporaryChat } from '../support/backup-data.ts'
import { BACKENDS, temporaryFolder } from '../support/database.ts'
import { readAllRows } from '../support/database-dump.ts'
import { laterMigrations } from '../support/migrations.ts'
import { smallDisk, smallDiskMissing } from '../support/small-disk.ts'
import { fillDatabase } from './fixtures/write.ts'

const GOOD = 'ALTER TABLE sessions ADD COLUMN later TEXT'
/** Half of it is done when it fails. */
const BROKEN = 'DELETE FROM events;\n--> statement-breakpoint\nCREATE TABLE nonsense (;'

async function filled() {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const data = join(folder.path, 'data')
  await fillDatabase(data)
  return { url: localDatabaseUrl(data), path: join(data, 'metis.db'), data, folder: folder.path }
}

async function rowsOf(url: string) {
  const client = await openClient({ url })
  const rows = await readAllRows(client)
  client.close()
  return rows
}

test('an update copies the database first, and the copy is what the version before goes back to', async () => {
  const { url, path, folder } = await filled()
  const before = await rowsOf(url)
  const log = memoryLogger()
  const updated = await openStore({
    url,
    log,
    migrations: await laterMigrations(folder, [GOOD, 'CREATE TABLE later (x)']),
  })
  await updated.close()

  const [backup, ...others] = await listUpdateCopies(path)
  expect(others).toEqual([])
  expect(basename(backup ?? '')).toMatch(/^metis\.db\.\d{4}-\d\d-\d\dT[\d.-]+Z\.\d{4}_\w+\.backup$/)
  expect((await stat(backup ?? '')).mode & 0o777).toBe(0o600)
  expect(log.entries).toMatchObject([{ level: 'info', fields: { to: '91_later', backup } }])

  await expect(openStore({ url })).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringContaining(`start that version instead. The copy from before the update is ${backup}`),
  })
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
  await copyFile(backup ?? '', path)
  const store = await openStore({ url })
  expect(await readAllRows(store.client)).toEqual(before)
  await store.close()
})

test('the copy before an update holds no temporary chat', async () => {
  const { url, path, data, folder } = await filled()
  await addTemporaryChat(data, 'zebrasecret', [])
  await openStore({ url, migrations: await laterMigrations(folder, [GOOD]) }).then((store) => store.close())
  const [backup] = await listUpdateCopies(path)
  expect((await readFile(path)).includes('zebrasecret')).toBe(true)
  expect((await readFile(backup ?? '')).includes('zebrasecret')).toBe(false)
})

test('a start without anything to update copies nothing, and so does a new database', async () => {
  const { url, path } = await filled()
  await openStore({ url }).then((store) => store.close())
  expect(await listUpdateCopies(path)).toEqual([])
})

test('an update that fails changes nothing, and says what happened, where the copy is and what to do', async () => {
  const { url, path, folder } = await filled()
  const before = await rowsOf(url)
  const migrations = await laterMigrations(folder, [GOOD, BROKEN])
  const failing = openStore({ url, migrations })
  await expect(failing).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringMatching(
      /from schema \d{4}_\w+ to 91_later, and is unchanged: .*syntax error.*Start the version that you had before, and a copy of it is .*\.backup$/,
    ),
  })
  expect(await rowsOf(url)).toEqual(before)
  // A service manager starts again and again: one copy is enough.
  await openStore({ url, migrations }).catch(() => {})
  await openStore({ url, migrations: await laterMigrations(folder, [GOOD]) }).then((store) => store.close())
  expect(await listUpdateCopies(path)).toHaveLength(1)
})

test('a migration runs once, also where several processes come to it at the same moment', async () => {
  const { url, folder } = await filled()
  const migrations = await laterMigrations(folder, [`UPDATE sessions SET title = title || '!'`])
  const titles = async () => ((await rowsOf(url)).sessions ?? []).map(({ title }) => String(title))
  const before = await titles()
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ url, migrations })))
  for (const store of stores) await store.close()
  expect(await titles()).toEqual(before.map((title) => `${title}!`))
})

test('a migration of another branch that is older than the newest one applied is applied all the same', async () => {
  const { url, folder } = await filled()
  const migrations = await laterMigrations(folder, ['CREATE TABLE sooner (x)', 'CREATE TABLE later (x)'])
  const path = join(migrations, 'meta', '_journal.json')
  const both = await readFile(path, 'utf8')
  const journal = JSON.parse(both)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.toSpliced(-2, 1) }))
  await openStore({ url, migrations }).then((store) => store.close())
  expect(Object.keys(await rowsOf(url))).not.toContain('sooner')
  await writeFile(path, both)
  await openStore({ url, migrations }).then((store) => store.close())
  expect(Object.keys(await rowsOf(url))).toContain('sooner')
})

test('old copies are kept within reason: the newest of each of the latest three schemas', async () => {
  const { path, data } = await filled()
  const names = [
    '01.000Z.0000_a',
    '02.000Z.0000_a',
    '03.000Z.0001_b',
    '04.000Z.0002_c',
    '05.000Z.0003_d',
    '06.000Z.0003_d',
  ]
  for (const name of names) await copyFile(path, `${path}.2026-11-22T10-00-${name}.backup`)
  await copyFile(path, `${path}.my-own.backup`)
  await removeOldUpdateCopies(path)
  expect((await readdir(data)).filter((name) => name.endsWith('.backup')).sort()).toEqual([
    'metis.db.2026-11-22T10-00-03.000Z.0001_b.backup',
    'metis.db.2026-11-22T10-00-04.000Z.0002_c.backup',
    'metis.db.2026-11-22T10-00-06.000Z.0003_d.backup',
    'metis.db.my-own.backup',
  ])
})

test.skipIf(smallDiskMissing)(
  `without room for the copy nothing is changed, and it says how much is needed${smallDiskMissing ?? ''}`,
  async () => {
    const { url, path, folder } = await filled()
    const { size } = await stat(path)
    const disk = await smallDisk(Math.ceil(size / 4096) * 4096 + 96 * 1024)
    onTestFinished(disk.remove)
    await copyFile(path, join(disk.path, 'metis.db'))
    const there = localDatabaseUrl(disk.path)
    await expect(openStore({ url: there, migrations: await laterMigrations(folder, [GOOD]) })).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringMatching(
        /must be copied .* failed: the disk is too full for the copy .* needs \d+\.\d [kM]B, and .* left in .*Nothing was changed/,
      ),
    })
    expect((await readdir(disk.path)).filter((name) => /backup|draft/.test(name))).toEqual([])
    expect(await rowsOf(there)).toEqual(await rowsOf(url))
  },
)

test('a damaged database is not updated', async () => {
  const { url, path, folder } = await filled()
  const client = await openClient({ url })
  await client.execute('PRAGMA writable_schema = ON')
  await client.execute(`UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'projections'`)
  client.close()
  await expect(openStore({ url, migrations: await laterMigrations(folder, [GOOD]) })).rejects.toMatchObject({
    message: expect.stringMatching(/is damaged/),
  })
  expect(await listUpdateCopies(path)).toEqual([])
})

const server = BACKENDS.find(({ name }) => name.startsWith('a libSQL server'))
test.skipIf(server?.missing)('a server is updated without a copy, and the log says so', async () => {
  await using database = (await server?.open()) as { url: string } & AsyncDisposable
  await using folder = await temporaryFolder()
  await openStore(database).then((store) => store.close())
  const log = memoryLogger()
  const store = await openStore({ ...database, log, migrations: await laterMigrations(folder.path, [GOOD]) })
  await store.close()
  expect(log.entries.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'warn: the database server is updated without a copy: only it can make one',
    'info: the database was brought to the schema of this version',
  ])
})
