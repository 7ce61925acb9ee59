import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFile } from '../claim.ts'
import type { DatabaseAddress } from '../client.ts'
import { openClient, placeOf } from '../client.ts'
import { DATA_FILES } from '../data-folder.ts'
import { copyDatabase, type RowCounts, syncFile, withDatabaseFile } from '../database-copy.ts'
import { momentInName, syncFolder } from '../database-file.ts'
import { type FoundSchema, findSchema } from '../migrate.ts'
import { storageError } from '../storage-fault.ts'
import { removeTemporaryFrom } from '../temporary-chat.ts'
import { BackupError } from './backup-error.ts'
import { checkBackup } from './check.ts'
import { copyWholeFile, hashFile } from './file-hash.ts'
import { type BackupFile, type BackupManifest, DATABASE_FILE, MANIFEST_FILE, newManifest } from './manifest.ts'
import { copyFromServer } from './server.ts'
import { keepUploads } from './uploads.ts'

/** Whose folder it is, and where its database is: a file, or on a libSQL server. */
export interface BackupSource extends DatabaseAddress {
  folder: string
}

export interface BackupRequest {
  /** The folder that the backup becomes one in; made where it is not there. */
  into: string
  /** Also the file that stored keys can be read with. Without it a restored copy has no key that can be used. */
  withSecret?: boolean
  productVersion: string
  /** How many there may be in that folder then; older ones are removed. All, where it is not said. */
  keep?: number | null
  now?: Date
}

export interface WrittenBackup {
  path: string
  manifest: BackupManifest
  /** Of all files; those that it shares with the backup before as well. */
  bytes: number
  age: FoundSchema['age']
}

/** As long as another backup that is nearly done may take. */
const PATIENCE_MS = 1_000

const NAME = /^metis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
const IN_THE_MAKING = '.part'

/**
 * Writes a backup beside whatever uses the database meanwhile, and reads it again. It is a folder of its own with a date in
 * its name, and has that name only when all of it was right. The database is copied first, in one consistent state, then the
 * uploads that it refers to: an upload is written before the row that names it, so none is missing. Throws a `BackupError`, a
 * `StorageError`, or a `DatabaseError`.
 */
export async function writeBackup(source: BackupSource, request: BackupRequest): Promise<WrittenBackup> {
  const { into } = request
  try {
    const release = await claimFile(join(into, '.lock'), PATIENCE_MS)
    if (!release) throw new BackupError(`another backup is being written to ${into}: wait until it is done`)
    try {
      await removeUnfinished(into)
      const written = await write(source, request)
      await removeOldBackups(into, request.keep ?? null)
      return written
    } finally {
      release()
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw storageError(error, { path: into }) ?? error
  }
}

/** The backups in a folder, newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

async function write(source: BackupSource, request: BackupRequest): Promise<WrittenBackup> {
  const { into, withSecret = false, productVersion, now = new Date() } = request
  const [previous] = await listBackups(into)
  const path = join(into, `metis-${momentInName(now)}`)
  const draft = `${path}${IN_THE_MAKING}`
  await mkdir(draft, { mode: 0o700 })
  try {
    const database = join(draft, DATABASE_FILE)
    const copied = await copyFrom(source, database)
    const schema = await withDatabaseFile(database, (client) => findSchema(client))
    // They are to be nowhere once they are closed.
    const tables = (await removeTemporaryFrom(database, schema.age === 'current')) ?? copied
    await syncFile(database)
    const hashes = await withDatabaseFile(database, (client) => uploadsOf(client, tables))
    const from = [join(source.folder, DATA_FILES.uploads), ...(previous ? [join(previous, DATA_FILES.uploads)] : [])]
    const uploads = await keepUploads(hashes, { from, to: join(draft, DATA_FILES.uploads) })
    const small = [DATA_FILES.models, ...(withSecret ? [DATA_FILES.secret] : [])]
    for (const name of small) await copyIfThere(join(source.folder, name), join(draft, name))
    const files = [...(await filesOf(draft, [DATABASE_FILE, ...small])), ...uploads.kept]
    const manifest = newManifest({
      product_version: productVersion,
      created_at: now.toISOString(),
      copied_from: source.url.startsWith('file:') ? 'file' : 'server',
      schema: schema.name,
      tables,
      files,
      missing_uploads: uploads.missing,
    })
    const manifestPath = join(draft, MANIFEST_FILE)
    await writeFile(/* turbopackIgnore: true */ manifestPath, `${JSON.stringify(manifest)}\n`, { mode: 0o600 })
    await syncFile(manifestPath)
    // Uploads were read when they were put there.
    const known = new Set(uploads.kept.map((file) => file.path))
    await checkBackup(draft, { skips: (file) => known.has(file.path) })
    await syncFolder(draft)
    await rename(draft, path)
    await syncFolder(into)
    return { path, manifest, bytes: files.reduce((sum, file) => sum + file.bytes, 0), age: schema.age }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function copyFrom(source: BackupSource, target: string): Promise<RowCounts> {
  const place = placeOf(source.url)
  if (!('path' in place)) return await copyFromServer(source, target)
  try {
    const client = await openClient(source, { create: false })
    try {
      return await copyDatabase(client, target, { purpose: 'a backup', mayChange: true })
    } finally {
      client.close()
    }
  } catch (error) {
    const fault = storageError(error, place)
    // It is the disk of the copy that is full: nothing is written to that of the database.
    throw fault?.kind === 'full' ? (storageError(error, { path: target }) ?? error) : (fault ?? error)
  }
}

async function uploadsOf(client: Parameters<typeof findSchema>[0], tables: RowCounts): Promise<string[]> {
  if (tables.attachments === undefined) return []
  const { rows } = await client.execute('SELECT hash FROM attachments ORDER BY hash')
  return rows.map(({ hash }) => String(hash)).filter((hash) => /^[0-9a-f]{64}$/.test(hash))
}

async function copyIfThere(from: string, to: string): Promise<void> {
  const isThere = await stat(from).catch(() => null)
  if (isThere?.isFile()) await copyWholeFile(from, to)
}

async function filesOf(folder: string, names: readonly string[]): Promise<BackupFile[]> {
  const found = await Promise.all(names.map(async (path) => ({ path, hash: await hashFile(join(folder, path)) })))
  return found.flatMap(({ path, hash }) => (hash ? [{ path, ...hash }] : []))
}

/** Only after a newer one was read again; what is being removed is none already. */
async function removeOldBackups(into: string, keep: number | null): Promise<void> {
  const old = keep === null ? [] : (await listBackups(into)).slice(keep)
  for (const path of old) {
    await rename(path, `${path}${IN_THE_MAKING}`)
    await rm(`${path}${IN_THE_MAKING}`, { recursive: true, force: true })
  }
}

/** Of processes that were killed; whoever has the claim is the only one that makes any. */
async function removeUnfinished(into: string): Promise<void> {
  const names = (await readdir(into)).filter((name) => name.startsWith('metis-') && name.endsWith(IN_THE_MAKING))
  for (const name of names) await rm(join(into, name), { recursive: true, force: true })
}
