import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { claimFile } from '../claim.ts'
import { pathOf } from '../client.ts'
import { DATA_FILES } from '../data-folder.ts'
import { copyDatabase, syncFile, withDatabaseFile } from '../database-copy.ts'
import { momentInName, syncFolder } from '../database-file.ts'
import { findSchema } from '../migrate.ts'
import { storageError } from '../storage-fault.ts'
import { BackupError } from './backup-error.ts'
import { checkBackup } from './check.ts'
import { copyWholeFile } from './file-hash.ts'
import { type BackupFile, type BackupManifest, DATABASE_FILE } from './manifest.ts'
import { PLAN_FILE, type RestorePlan, replacedAt, SMALL_FILES, stagedAt } from './restore-plan.ts'
import { bringUploads } from './uploads.ts'

/** What a restore is made of. */
export interface RestoreSource {
  /** A database by itself, or that of a backup. */
  database: string
  /** The folder of the backup, and what it says of itself. */
  backup: { folder: string; manifest: BackupManifest } | null
}

/**
 * Looks at what is to be restored: a backup, every file of it; or a database by itself, such as the copy before an update or
 * what a restore has set aside. Throws a `BackupError` where it is not whole, or of a newer version than this.
 */
export async function readSource(path: string): Promise<RestoreSource> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new BackupError(`${path} is not there`)
  const source = found.isDirectory()
    ? { database: join(path, DATABASE_FILE), backup: { folder: path, manifest: await checkBackup(path) } }
    : { database: path, backup: null }
  const schema = await withDatabaseFile(source.database, (client) => findSchema(client)).catch((cause) => {
    throw storageError(cause, { path: source.database }) ?? new BackupError(`${path} is no database`, { cause })
  })
  if (schema.age === 'none') throw new BackupError(`${path} holds no database of Metis`)
  if (schema.age === 'newer') {
    throw new BackupError(
      `${path} was written by a newer Metis, whose schema this one does not know: restore it with that one`,
    )
  }
  return source
}

export function uploadsIn({ files }: BackupManifest): BackupFile[] {
  return files.filter(({ path }) => path.startsWith(`${DATA_FILES.uploads}/`))
}

export interface RestoreTarget {
  url: string
  /** Of the data. */
  folder: string
}

/**
 * Makes everything ready beside a local database, which may be in use: uploads go to the others, which takes nothing away, and
 * the rest to a folder that whoever claims the database next puts in its place (`finishRestore`). That folder has its name
 * only when it is whole. Returns what will be done.
 */
export async function stageRestore(
  { database, backup }: RestoreSource,
  { url, folder }: RestoreTarget,
  now = new Date(),
): Promise<RestorePlan & { replaced_at: string }> {
  const path = pathOf(url)
  const [staged, draft] = [stagedAt(path), `${stagedAt(path)}-part`]
  const release = await claimFile(`${staged}.lock`, 0)
  if (!release) throw new BackupError(`another restore of ${path} is being made: wait until it is done`)
  try {
    if (existsSync(staged)) throw new BackupError(`${staged} waits to be restored already: start Metis, or remove it`)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    if (backup) await bringUploads(uploadsIn(backup.manifest), backup.folder, folder)
    await withDatabaseFile(database, (client) =>
      copyDatabase(client, join(draft, DATABASE_FILE), { purpose: 'what is to be restored' }),
    )
    for (const name of SMALL_FILES) {
      const isThere = backup?.manifest.files.some((file) => file.path === name)
      if (backup && isThere) await copyWholeFile(join(backup.folder, name), join(draft, name))
    }
    const plan = {
      restored_from: resolve(backup?.folder ?? database),
      written_at: backup?.manifest.created_at ?? null,
      replaced: `${basename(path)}.${momentInName(now)}.replaced`,
      data_folder: relative(dirname(path), folder),
    }
    await writeFile(join(draft, PLAN_FILE), JSON.stringify(plan), { mode: 0o600 })
    await syncFile(join(draft, PLAN_FILE))
    await syncFolder(draft)
    await rename(draft, staged)
    await syncFolder(dirname(path))
    return { ...plan, replaced_at: replacedAt(path, plan) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw storageError(error, { path }) ?? error
  } finally {
    release()
  }
}
