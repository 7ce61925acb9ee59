import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDatabaseUrl } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'
import { openStore } from '#db/store.ts'
import { temporaryFolder } from '../support/database.ts'

const NO_PATIENCE = { patienceMs: 0 }

test('a database belongs to one process at a time, and the refusal says what to do', async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(join(folder.path, 'not', 'there', 'yet'))
  const unlock = await lockDatabase(url)
  await expect(lockDatabase(url, NO_PATIENCE)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(/another Metis .*metis\.db; stop it first, .* METIS_DATA_DIR/),
  })
  unlock()
  const again = await lockDatabase(url, NO_PATIENCE)
  again()
})

test('a folder that cannot be made is named, with what to do', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  await expect(lockDatabase(localDatabaseUrl(join(file, 'data')), NO_PATIENCE)).rejects.toMatchObject({
    name: 'StorageError',
    kind: 'missing',
    message: expect.stringMatching(/metis\.db is not there, or a part of its path is not a folder; .*METIS_DATA_DIR/),
  })
})

test('the database itself is as open as before to whoever asks for no claim', async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const unlock = await lockDatabase(url)
  const stores = [await openStore({ url }), await openStore({ url })]
  for (const store of stores) await store.close()
  unlock()
  expect((await stat(join(folder.path, 'metis.db'))).isFile()).toBe(true)
})

test('a server that is killed leaves no claim behind', { timeout: 30_000 }, async () => {
  await using folder = await temporaryFolder()
  const url = localDatabaseUrl(folder.path)
  const script = `
    import { lockDatabase } from '#db/lock.ts'
    await lockDatabase(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await expect(lockDatabase(url, NO_PATIENCE)).rejects.toMatchObject({ name: 'DatabaseError' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const unlock = await lockDatabase(url, NO_PATIENCE)
  unlock()
})
