import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localDatabaseUrl } from '#db/client.ts'
import { openStore } from '#db/store.ts'

let empty: Promise<Buffer> | undefined

/** Puts an empty database of this version into a folder. To run all migrations for each test took as long as many a test. */
export async function putEmptyDatabase(folder: string): Promise<void> {
  empty ??= makeEmptyDatabase()
  await writeFile(fileURLToPath(localDatabaseUrl(folder)), await empty, { mode: 0o600, flag: 'wx' })
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'metis-test-'))
  try {
    const url = localDatabaseUrl(folder)
    const store = await openStore({ url })
    await store.close()
    return await readFile(fileURLToPath(url))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
