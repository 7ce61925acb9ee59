import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackups } from '#db/backup/store.ts'
import { listBackups } from '#db/backup/write.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { dataFolder } from '#test/support/backup-data.ts'

async function backupsOf(keep: number | null) {
  const data = await dataFolder('One', ['a picture'])
  const into = join(data, 'backups')
  const source = { url: localDatabaseUrl(data), authToken: null, folder: data }
  return { into, data, store: openBackups(source, { into, keep, productVersion: '1' }) }
}

test('a process of its own writes backups, and keeps as many as are wanted', async () => {
  const { into, store } = await backupsOf(2)
  expect(await store.latest()).toBeNull()
  const first = await store.write()
  expect(first).toMatchObject({ uploads: 1, missing_uploads: 0, bytes: expect.any(Number) })
  expect(await store.latest()).toEqual(first)
  const [second, third] = [await store.write(), await store.write()]
  expect(await listBackups(into)).toEqual([third, second].map(({ name }) => join(into, name)))
}, 60_000)

test('what keeps it from being written comes back in words', async () => {
  const { data } = await backupsOf(null)
  const nowhere = { url: localDatabaseUrl(join(data, 'nowhere')), authToken: null, folder: data }
  const store = openBackups(nowhere, { into: join(data, 'backups'), productVersion: '1' })
  await expect(store.write()).rejects.toMatchObject({ name: 'StorageError', kind: 'missing' })
}, 60_000)

test('one that is stopped is none', async () => {
  const { into, store } = await backupsOf(null)
  const writing = store.write()
  store.stop()
  await expect(writing).rejects.toMatchObject({ name: 'BackupError', message: expect.stringContaining('SIGKILL') })
  expect((await readdir(into).catch(() => [])).filter((name) => /Z$/.test(name))).toEqual([])
}, 60_000)
