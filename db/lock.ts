import { type Logger, silentLogger } from '#lib/log.ts'
import { finishRestore } from './backup/finish-restore.ts'
import { claimFile } from './claim.ts'
import { DatabaseError, pathOf, reasonOf } from './client.ts'
import { removeDrafts } from './database-file.ts'
import { storageError } from './storage-fault.ts'

/** As long as a server that is being stopped may need to store what it has. */
const PATIENCE_MS = 3_000

/** Another process has the database. */
export class DatabaseInUseError extends DatabaseError {}

/**
 * Claims a local database for this process: at its start a server ends the turns that nobody runs, and those of a second
 * one would be among them. Returns what gives it back. What a killed process left in the making is removed, and a restore
 * that waits, or was cut off, is brought to its end. Throws a `DatabaseInUseError` while another process has it, a
 * `DatabaseError` where it cannot be claimed or restored, and a `StorageError` where the folder cannot be used.
 */
export async function lockDatabase(
  url: string,
  { patienceMs = PATIENCE_MS, log = silentLogger }: { patienceMs?: number; log?: Logger } = {},
): Promise<() => void> {
  const path = pathOf(url)
  let unlock: (() => void) | null = null
  try {
    unlock = await claimFile(`${path}.lock`, patienceMs)
    if (unlock) {
      await removeDrafts(path)
      const restored = await finishRestore(path)
      if (restored) log.warn('the database was restored from a backup', { ...restored })
      return unlock
    }
  } catch (error) {
    unlock?.()
    if (error instanceof DatabaseError) throw error
    const reason = `cannot lock the database at ${path}: ${reasonOf(error)}`
    throw storageError(error, { path }) ?? new DatabaseError(reason, { cause: error })
  }
  throw new DatabaseInUseError(
    `another Metis runs on the database at ${path}; stop it first, or give this one a folder of its own with METIS_DATA_DIR`,
  )
}
