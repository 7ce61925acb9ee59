import { chmod, copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'
import { LOCAL_OWNER } from '#lib/principal.ts'
import { BACKENDS, temporaryFolder } from '../support/database.ts'
import { session } from '../support/session-builder.ts'

describe.each(BACKENDS.filter(({ missing }) => !missing))('a store in $name', (backend) => {
  test('ends once, and takes nothing after that', async () => {
    await using database = await backend.open()
    const store = await openStore(database)
    await Promise.all([store.close(), store.close()])
    await store.close()
    await expect(store.createSession(session(), [])).rejects.toThrow('closed')
    await expect(store.sessions(LOCAL_OWNER, { limit: 1 })).rejects.toThrow()
  })
})

test('a store can be read by nobody else on the machine, in a folder that others may look into too', async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  const store = await openStore({ url: localDatabaseUrl(folder.path) })
  await store.createSession(session(), [])
  const files = (await readdir(folder.path)).toSorted()
  expect(files).toEqual(['metis.db', 'metis.db-shm', 'metis.db-wal'])
  for (const file of files) expect((await stat(join(folder.path, file))).mode & 0o777, file).toBe(0o600)
  await store.close()
})

test('a stopped store is one file, which holds everything wherever it is copied', async () => {
  await using folder = await temporaryFolder()
  await using copy = await temporaryFolder()
  const store = await openStore({ url: localDatabaseUrl(folder.path) })
  const it = session({ title: 'kept' })
  await store.createSession(it, [])
  await store.close()
  await copyFile(join(folder.path, 'metis.db'), join(copy.path, 'metis.db'))
  const copied = await openStore({ url: localDatabaseUrl(copy.path) })
  expect(await copied.session(it.id)).toEqual(it)
  await copied.close()
})
