import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { DATA_FILES } from '../data-folder.ts'

/** What waits to take the place of a database, in a folder beside it: what is missing in there has taken its place already. */
export const RestorePlan = z.object({
  /** The backup that it was made of. */
  restored_from: z.string(),
  /** When that was written; null where it does not say. */
  written_at: z.string().nullable(),
  /** The name of the folder, beside the database, for what is there now. */
  replaced: z.string(),
  /** The folder of the data, as seen from that of the database. */
  data_folder: z.string(),
})
export type RestorePlan = z.infer<typeof RestorePlan>

export const PLAN_FILE = 'plan.json'

/** Files beside the database that a backup may have. */
export const SMALL_FILES = [DATA_FILES.models, DATA_FILES.secret] as const

/** Where a restore of the database at `path` waits, whole, for whoever claims the database next. */
export function stagedAt(path: string): string {
  return `${path}.restore`
}

/** Null where nothing waits. */
export async function readPlan(path: string): Promise<RestorePlan | null> {
  const text = await readFile(join(stagedAt(path), PLAN_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : RestorePlan.parse(JSON.parse(text))
}

/** Where what is there now will be, or is. */
export function replacedAt(path: string, { replaced }: RestorePlan): string {
  return join(dirname(path), replaced)
}

export function dataFolderOf(path: string, { data_folder }: RestorePlan): string {
  return resolve(dirname(path), data_folder)
}
