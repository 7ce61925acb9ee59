import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { checkBackup } from '#db/backup/check.ts'
import { restoreToServer } from '#db/backup/server.ts'
import { readSource } from '#db/backup/stage.ts'
import { writeBackup } from '#db/backup/write.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { withDatabaseFile } from '#db/database-copy.ts'
import { openStore } from '#db/store.ts'
import { dataFolder, rowsIn, SECRET } from '#test/support/backup-data.ts'
import { BACKENDS, temporaryFolder } from '#test/support/database.ts'
import { dumpDatabase, readAllRows } from '#test/support/database-dump.ts'
import { fillDatabase } from '../fixtures/write.ts'

const server = BACKENDS.find(({ name }) => name.startsWith('a libSQL server'))

async function emptyServer(): Promise<{ url: string }> {
  const database = await server?.open()
  if (!database) throw new Error('there is no server')
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}

async function backupOf(url: string, folder: string, { withSecret = false } = {}): Promise<string> {
  const into = join(dirname(folder), 'backups')
  return (await writeBackup({ url, authToken: null, folder }, { into, productVersion: '1', withSecret })).path
}

/** A database with rows of every kind, in a backup. */
async function fullBackup(): Promise<{ backup: string; data: string }> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const data = join(folder.path, 'data')
  await fillDatabase(data)
  await writeFile(join(data, 'models.yaml'), '# models\n')
  await writeFile(join(data, 'secret'), SECRET)
  return { backup: await backupOf(localDatabaseUrl(data), data, { withSecret: true }), data }
}

test.skipIf(server?.missing)(
  'what a file had a server has once it is filled, and a backup of the server is the same again, by every row',
  { timeout: 60_000 },
  async () => {
    const { backup, data } = await fullBackup()
    const { url } = await emptyServer()
    const folder = join(dirname(data), 'of-the-server')
    expect(await restoreToServer(await readSource(backup), { url, folder })).toEqual({ left: [] })
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(SECRET)
    const again = await backupOf(url, folder)
    const manifest = await checkBackup(again)
    expect(manifest).toMatchObject({
      copied_from: 'server',
      tables: (await checkBackup(backup)).tables,
      missing_uploads: [],
    })
    const dumps = [backup, again].map((path) => withDatabaseFile(join(path, 'metis.db'), dumpDatabase))
    const [before, after] = (await Promise.all(dumps)).map((dump) => dump.split('\n--> statement-breakpoint\n').sort())
    expect(after).toEqual(before)
    // It is one that the product works with, search and all.
    const store = await openStore({ url })
    expect((await readAllRows(store.client)).sessions).toHaveLength(
      (await rowsIn(join(backup, 'metis.db'))).sessions?.length ?? -1,
    )
    await store.close()
  },
)

test.skipIf(server?.missing)(
  'rows that are larger than a page, and numbers beyond 2^53, are copied exactly',
  async () => {
    const { url } = await emptyServer()
    const client = createClient({ url, intMode: 'bigint' })
    await openStore({ url }).then((store) => store.close())
    await client.execute('CREATE TABLE many (a INTEGER, b, PRIMARY KEY (b, a)) WITHOUT ROWID')
    await client.execute(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    INSERT INTO many SELECT 9007199254740993 + i, i % 7 FROM n`)
    await client.execute('CREATE TABLE large (x BLOB, y REAL)')
    for (let count = 0; count < 3; count += 1)
      await client.execute('INSERT INTO large VALUES (randomblob(3000000), 2.0)')
    const sums = `SELECT (SELECT min(a) || ' ' || max(a) || ' ' || count(*) FROM many) AS numbers, (SELECT group_concat(hex(substr(x, -9)) || typeof(y)) FROM large) AS ends`
    const { rows: before } = await client.execute(sums)
    const backup = await backupOf(url, join(await dataFolder('One'), 'none'))
    const { rows: after } = await withDatabaseFile(join(backup, 'metis.db'), (file) => file.execute(sums))
    expect({ ...after[0] }).toEqual({ ...before[0] })
    client.close()
  },
)

test.skipIf(server?.missing)('a server that holds something is not restored to, and keeps it', async () => {
  const { url } = await emptyServer()
  await openStore({ url }).then((store) => store.close())
  const data = await dataFolder('Old')
  const source = await readSource(await backupOf(localDatabaseUrl(data), data))
  await rm(join(data, 'models.yaml'))
  const before = await readdir(data)
  await expect(restoreToServer(source, { url, folder: data })).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringContaining('is not empty, and nothing was changed in it: make a new one there'),
  })
  expect(await readdir(data)).toEqual(before)
})

test.skipIf(server?.missing)('files that are there already are left as they are, and named', async () => {
  const { url } = await emptyServer()
  const data = await dataFolder('Old')
  const backup = await backupOf(localDatabaseUrl(data), data)
  const folder = join(dirname(data), 'another')
  await cp(data, folder, { recursive: true })
  await writeFile(join(folder, 'models.yaml'), '# of now\n')
  const { left } = await restoreToServer(await readSource(backup), { url, folder })
  expect(left).toEqual([join(folder, 'models.yaml')])
  expect(await readFile(join(folder, 'models.yaml'), 'utf8')).toBe('# of now\n')
})

test('a server that cannot be reached is named, and nothing is left of the try', async () => {
  const data = await dataFolder('One')
  await expect(backupOf('http://127.0.0.1:9', data)).rejects.toMatchObject({
    name: 'StorageError',
    message: expect.stringContaining('the database at http://127.0.0.1:9 cannot be reached'),
  })
  expect((await readdir(join(dirname(data), 'backups'))).filter((name) => name.startsWith('metis'))).toEqual([])
})
