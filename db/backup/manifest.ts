import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const FORMAT = 'metis-backup'
/** Grows when a reader of the version before could not restore it any more. */
const FORMAT_VERSION = 1

export const MANIFEST_FILE = 'manifest.json'
export const DATABASE_FILE = 'metis.db'

const Count = z.number().int().nonnegative()

/** The only files that there are: a manifest that somebody else wrote leads nowhere outside. */
const BackupFile = z.object({
  path: z.string().regex(/^(metis\.db|models\.yaml|secret|attachments\/([0-9a-f]{2})\/\2[0-9a-f]{62})$/),
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof BackupFile>

/** `manifest.json` of a backup: what it holds, and by what that is told to be unchanged. */
export const BackupManifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** The version of the product that wrote it. */
  product_version: z.string(),
  created_at: z.iso.datetime(),
  /** Where the database was: a file, or a libSQL server. */
  copied_from: z.enum(['file', 'server']),
  /** The latest that the product knew; null where it knew none of them. */
  schema: z.string().nullable(),
  /** Rows of each table. */
  tables: z.record(z.string(), Count),
  files: z.array(BackupFile),
  /** Uploads, by their hash, that the database knows and that were not there, or not what they were. */
  missing_uploads: z.array(z.string()),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export function newManifest(fields: Omit<BackupManifest, 'format' | 'version'>): BackupManifest {
  return { format: FORMAT, version: FORMAT_VERSION, ...fields }
}

/** Throws a `BackupError` where the folder holds no backup that this version can read. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST_FILE)
  let json: unknown
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? `it has no ${MANIFEST_FILE}` : `its ${MANIFEST_FILE} cannot be read`
    throw new BackupError(`${folder} is no backup of Metis: ${reason}`, { cause })
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  if (format === FORMAT && typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BackupError(`${folder} was written by a newer Metis: restore it with that one`)
  }
  const parsed = BackupManifest.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new BackupError(`${path} is damaged at ${issue?.path.join('.')}: ${issue?.message}`)
}
