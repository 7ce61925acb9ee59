import { randomUUID } from 'node:crypto'
import { constants, statSync } from 'node:fs'
import { access, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import { StorageError } from '#lib/store/storage-error.ts'
import { faultInWords } from './storage-words.ts'

/** "Meti": written into a new file so that it has a header, and tells other tools whose it is. */
const APPLICATION_ID = 0x4d657469

/**
 * Makes sure that there is a database at `path`. A new one gets its name when its first page is on the disk, so a file of
 * 0 bytes is never one of ours in the making: it is a lost one, and SQLite would silently begin anew in it. Throws a
 * `StorageError` for that, for a write-ahead log without its database, and for a missing file that must not be created; and
 * what the system throws for one that may not be written.
 */
export async function ensureDatabaseFile(path: string, { create }: { create: boolean }): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.size === 0) throw new StorageError('empty', faultInWords('empty', { path }))
  // SQLite opens a file that it may not write, and fails at the first write. Not by opening: whoever closes a file drops the
  // locks that SQLite has on it in this process.
  if (found) return await access(path, constants.R_OK | constants.W_OK)
  if (!create) throw new StorageError('missing', faultInWords('missing', { path }))
  const log = `${path}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StorageError(
      'missing',
      `${path} is not there, but ${log} is, which holds its latest changes; put the database back beside it, or move it away to begin with an empty one`,
    )
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await createDatabaseFile(path)
}

async function createDatabaseFile(path: string): Promise<void> {
  const draft = draftOf(path)
  try {
    // SQLite would let everyone on the machine read it, and gives the files beside it the mode of this one.
    await (await open(/* turbopackIgnore: true */ draft, 'wx', 0o600)).close()
    const client = createClient({ url: pathToFileURL(draft).href, concurrency: 1 })
    try {
      await client.execute('PRAGMA journal_mode = MEMORY')
      await client.execute(`PRAGMA application_id = ${APPLICATION_ID}`)
    } finally {
      client.close()
    }
    await giveName(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Unlike `rename`, a link takes nobody's place: whoever was faster at the same moment keeps the name. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST') return
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    // Some file systems have no links.
    if (!isThere && /^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/.test(String(code))) await rename(draft, path)
    else throw error
  }
  await syncFolder(dirname(path))
}

/** As names of files say it on every system: 2026-11-22T10-00-00.000Z. */
export function momentInName(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** A file in the making, beside the one that it is to be. */
export function draftOf(path: string): string {
  return `${path}.${randomUUID()}.draft`
}

/** Removes what a killed process left in the making. For whoever has claimed the database: nobody else makes anything then. */
export async function removeDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  const isDraft = (name: string) => name.startsWith(`${basename(path)}.`) && /\.draft(-journal|-wal|-shm)?$/.test(name)
  for (const name of names.filter(isDraft)) await rm(join(dirname(path), name), { force: true })
}

/** A name that was given or changed outlives a power cut. Not every system lets a folder be opened; then it has to do without. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(/* turbopackIgnore: true */ folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/**
 * Whether the names still lead to the files that are open. SQLite goes on writing to a file that has been deleted or moved
 * away, and all of that is gone when it is closed; two looks at the file system cost some microseconds.
 */
export class OpenFiles {
  readonly #path: string
  #database: string | null = null
  #log: string | null = null

  constructor(path: string) {
    this.#path = path
  }

  /** After a connection has been opened: the log may be another one than before, the database may not. */
  remember(): void {
    this.#database ??= identityOf(this.#path)
    this.#log = identityOf(this.#logPath)
  }

  /** Before a connection is opened again: it would take, or create, whatever is there by now. */
  assertSameDatabase(): void {
    if (this.#database !== null && identityOf(this.#path) !== this.#database) throw gone(this.#path)
  }

  assertInPlace(): void {
    this.assertSameDatabase()
    if (this.#log !== null && identityOf(this.#logPath) !== this.#log) throw gone(this.#logPath)
  }

  /** After a write: a new database has its log from the first one on. */
  assertStillInPlace(): void {
    this.#log ??= identityOf(this.#logPath)
    this.assertInPlace()
  }

  get #logPath(): string {
    return `${this.#path}-wal`
  }
}

function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

function gone(path: string): StorageError {
  return new StorageError(
    'missing',
    `${path} was deleted, moved or replaced while Metis was using it: nothing is stored any more. Put back what was there, or copy what you need from the open pages, then stop Metis and put a backup in its place (db/README.md says how)`,
  )
}
