import { join } from 'node:path'
import { CopyError, checkDatabase, differingTables } from '../database-copy.ts'
import { BackupError } from './backup-error.ts'
import { hashFile } from './file-hash.ts'
import { type BackupFile, type BackupManifest, DATABASE_FILE, readManifest } from './manifest.ts'

/** More are counted. */
const FAULTS_NAMED = 5

/**
 * Reads a whole backup: that each file is what it was, that the database can be read to its last page, and that it has the
 * rows that it had. Throws a `BackupError` that names what differs. `skips` are files that were read a moment ago.
 */
export async function checkBackup(
  folder: string,
  { skips = () => false }: { skips?: (file: BackupFile) => boolean } = {},
): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  const faults: string[] = []
  for (const file of manifest.files) {
    const fault = skips(file) ? null : await fileFault(folder, file)
    if (fault !== null) faults.push(`${file.path} ${fault}`)
  }
  if (!manifest.files.some(({ path }) => path === DATABASE_FILE)) faults.push(`${DATABASE_FILE} is not in it`)
  // SQLite would make one where there is none, and what was changed need not be a database.
  if (!faults.some((fault) => fault.startsWith(DATABASE_FILE))) faults.push(...(await databaseFaults(folder, manifest)))
  if (faults.length === 0) return manifest
  const more = faults.length > FAULTS_NAMED ? `, and ${faults.length - FAULTS_NAMED} more` : ''
  throw new BackupError(`${folder} is not what was written: ${faults.slice(0, FAULTS_NAMED).join('; ')}${more}`)
}

async function fileFault(folder: string, { path, sha256 }: BackupFile): Promise<string | null> {
  const found = await hashFile(join(folder, path))
  if (!found) return 'is missing'
  return found.sha256 === sha256 ? null : 'is not what it was'
}

async function databaseFaults(folder: string, { tables }: BackupManifest): Promise<string[]> {
  try {
    const found = await checkDatabase(join(folder, DATABASE_FILE))
    return differingTables(tables, found).map((table) => `${DATABASE_FILE} has not the rows of ${table} that it had`)
  } catch (error) {
    if (error instanceof CopyError) return [`${DATABASE_FILE}: ${error.message}`]
    throw error
  }
}
