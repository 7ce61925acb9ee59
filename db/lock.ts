import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client'
import { createClient } from '@libsql/client'
import { DatabaseError, isBusy, pathOf, reasonOf } from './client.ts'
import { removeDrafts } from './database-file.ts'
import { storageError } from './storage-fault.ts'

/** As long as a server that is being stopped may need to store what it has. */
const PATIENCE_MS = 3_000

/**
 * Claims a local database for this process: at its start a server ends the turns that nobody runs, and those of a second
 * one would be among them. Returns what gives it back. Throws a `DatabaseError` while another process has it, and a
 * `StorageError` where the folder cannot be used.
 *
 * The claim is a transaction that is never ended, on a file beside the database: the system takes it from a process that
 * is killed, where a written-down process id would stay behind and may be somebody else's by then.
 */
export async function lockDatabase(url: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const path = pathOf(url)
  let client: Client | undefined
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    client = createClient({ url: pathToFileURL(`${path}.lock`).href, timeout: patienceMs })
    const [claim, opened] = [await client.transaction('write'), client]
    await removeDrafts(path)
    return () => {
      claim.close()
      opened.close()
    }
  } catch (error) {
    client?.close()
    if (!isBusy(error)) {
      const reason = `cannot lock the database at ${path}: ${reasonOf(error)}`
      throw storageError(error, { path }) ?? new DatabaseError(reason, { cause: error })
    }
    throw new DatabaseError(
      `another Metis runs on the database at ${path}; stop it first, or give this one a folder of its own with METIS_DATA_DIR`,
    )
  }
}
