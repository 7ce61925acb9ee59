import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { type DatabaseAddress, placeOf } from '../client.ts'
import { DATA_FILES } from '../data-folder.ts'
import {
  CopyError,
  checkDatabase,
  differingTables,
  type RowCounts,
  syncFile,
  withDatabaseFile,
} from '../database-copy.ts'
import { ensureDatabaseFile } from '../database-file.ts'
import { storageError } from '../storage-fault.ts'
import { BackupError } from './backup-error.ts'
import { copyTables, isEmptyDatabase } from './copy-tables.ts'
import { copyInPlace } from './file-hash.ts'
import { forgetAudit } from './finish-restore.ts'
import { SMALL_FILES } from './restore-plan.ts'
import { type RestoreSource, uploadsIn } from './stage.ts'
import { bringUploads } from './uploads.ts'

/**
 * Copies the database of a libSQL server to a new file, in one transaction that reads: what others write meanwhile is not in
 * it. The server has to keep that state as long as it takes; where it does not, the copy fails and is made anew another time.
 */
export async function copyFromServer(address: DatabaseAddress, target: string): Promise<RowCounts> {
  return await onServer(address, async (server) => {
    await ensureDatabaseFile(target, { create: true })
    const reading = await server.transaction('read')
    try {
      const rows = await withDatabaseFile(target, async (file) => {
        // Whoever is interrupted begins with a new file.
        await file.execute('PRAGMA synchronous = OFF')
        return await copyTables(reading, file)
      })
      const copied = await checkDatabase(target)
      const differing = differingTables(rows, copied)
      if (differing.length > 0) throw new CopyError(`the copy lacks rows of ${differing.join(', ')}`)
      await syncFile(target)
      return copied
    } finally {
      reading.close()
    }
  })
}

/**
 * Fills an empty database of a libSQL server. One that has something in it is refused: there is no way to put a whole database
 * aside there, and to come back to it. Cut off in the middle it is neither empty nor a database of Metis. Returns the files
 * that were there already, and were left as they are.
 */
export async function restoreToServer(
  { database, backup }: RestoreSource,
  { folder, ...address }: DatabaseAddress & { folder: string },
): Promise<{ left: string[] }> {
  const left: string[] = []
  await onServer(address, async (server) => {
    if (!(await isEmptyDatabase(server))) {
      const { url } = placeOf(address.url) as { url: string }
      throw new BackupError(
        `the database at ${url} is not empty, and nothing was changed in it: make a new one there, set LIBSQL_URL to it and restore again. What is in this one stays`,
      )
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (backup) await bringUploads(uploadsIn(backup.manifest), backup.folder, folder)
    for (const name of SMALL_FILES) {
      if (!backup?.manifest.files.some((file) => file.path === name)) continue
      const target = join(folder, name)
      if (existsSync(target)) left.push(target)
      else await copyInPlace(join(backup.folder, name), target)
    }
    await forgetAudit(join(folder, DATA_FILES.lastAudit))
    await withDatabaseFile(database, (file) => copyTables(file, server))
  })
  return { left }
}

async function onServer<T>({ url, authToken }: DatabaseAddress, use: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url, intMode: 'bigint', ...(authToken && { authToken }) })
  try {
    return await use(client)
  } catch (error) {
    throw storageError(error, placeOf(url)) ?? error
  } finally {
    client.close()
  }
}
