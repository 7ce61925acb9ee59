import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseError, isBusy } from '../client.ts'
import { DATA_FILES } from '../data-folder.ts'
import { DATABASE_SUFFIXES, syncFile, withDatabaseFile } from '../database-copy.ts'
import { draftOf, syncFolder } from '../database-file.ts'
import { copyInPlace } from './file-hash.ts'
import { DATABASE_FILE } from './manifest.ts'
import {
  dataFolderOf,
  PLAN_FILE,
  type RestorePlan,
  readPlan,
  replacedAt,
  SMALL_FILES,
  stagedAt,
} from './restore-plan.ts'

export interface FinishedRestore {
  restored_from: string
  /** The folder with what was there before. */
  replaced: string
}

/**
 * Puts what was staged in the place of the database, and that aside; null where nothing was. For whoever has claimed the
 * database. Each step is one that can be done again: whoever comes after a process that was killed in the middle goes on, so
 * nobody ever opens a mixture. Throws a `DatabaseError`, with nothing changed, while another program has the database open.
 */
export async function finishRestore(path: string): Promise<FinishedRestore | null> {
  const [staged, plan] = [stagedAt(path), await readPlan(path)]
  if (!plan) {
    // The plan is what is removed last but the folder itself.
    await rmdir(staged).catch(() => {})
    return null
  }
  if (existsSync(join(staged, DATABASE_FILE))) await replace(path, plan)
  for (const name of SMALL_FILES) await rm(join(staged, name), { force: true })
  await rm(join(staged, PLAN_FILE), { force: true })
  await rmdir(staged)
  await syncFolder(dirname(path))
  return { restored_from: plan.restored_from, replaced: replacedAt(path, plan) }
}

async function replace(path: string, plan: RestorePlan): Promise<void> {
  const [staged, aside, folder] = [stagedAt(path), replacedAt(path, plan), dataFolderOf(path, plan)]
  await assertUnused(path)
  for (const each of [aside, folder]) await mkdir(each, { recursive: true, mode: 0o700 })
  for (const name of SMALL_FILES) await replaceSmall(name, { staged, aside, folder })
  await forgetAudit(join(folder, DATA_FILES.lastAudit))
  // As long as the staged one is there, these are those of before. The database goes first: a log without its database is
  // refused by every version, and a database without its log is not.
  for (const suffix of DATABASE_SUFFIXES) {
    if (existsSync(path + suffix)) await rename(path + suffix, join(aside, DATABASE_FILE + suffix))
  }
  await syncFolder(aside)
  await syncFolder(dirname(path))
  await rename(join(staged, DATABASE_FILE), path)
  await syncFolder(dirname(path))
}

/**
 * Whoever still has the database open, to read an export for instance, would remove the log of the new one by its name when it
 * closes the old one. Out of its log mode it can only be brought by who is alone with it; what cannot be read at all is moved
 * as it is.
 */
async function assertUnused(path: string): Promise<void> {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size === 0) return
  try {
    await withDatabaseFile(path, (client) => client.execute('PRAGMA journal_mode = DELETE'))
  } catch (cause) {
    if (!isBusy(cause)) return
    throw new DatabaseError(
      `${path} is to be replaced by a backup, and another program has it open: close it (a database browser, an export, a backup), then start Metis; or remove ${stagedAt(path)} to keep what is there`,
      { cause },
    )
  }
}

interface Places {
  staged: string
  aside: string
  folder: string
}

/** Copied, not moved: done twice it is the same, also where the folder of the data is on another disk than the database. */
async function replaceSmall(name: string, { staged, aside, folder }: Places): Promise<void> {
  const [from, target, kept] = [join(staged, name), join(folder, name), join(aside, name)]
  if (!existsSync(from)) return
  const isThere = existsSync(target)
  if (isThere && (await readFile(from)).equals(await readFile(target))) return
  if (isThere && !existsSync(kept)) await copyInPlace(target, kept)
  await copyInPlace(from, target)
}

/**
 * Who restores a backup means it: what has ended since then, sessions and links, must not be good again, and the next start
 * ends all of it where this is not what the audit log says last.
 */
export async function forgetAudit(path: string): Promise<void> {
  const draft = draftOf(path)
  await writeFile(draft, 'a backup was restored\n', { mode: 0o600 })
  await syncFile(draft)
  await rename(draft, path)
}
