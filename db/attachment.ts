import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { uploadHash } from '#lib/canonical/upload-hash.ts'
import type { AttachmentStore, UploadRemoval } from '#lib/store/attachment-store.ts'
import type { SharedClient } from './client.ts'
import { openDatabase, runAll } from './database.ts'
import { attachmentOwners } from './people-schema.ts'
import { attachments } from './schema.ts'
import { inWords } from './storage-fault.ts'
import { findUploadsOnlyIn, forgetUploads } from './temporary-chat.ts'

export interface AttachmentOptions {
  /** Created when it is not there. */
  folder: string
  client: SharedClient
  /** Milliseconds. */
  now?: () => number
}

/**
 * Bytes in files, what is known about them in the database. A row is written after its file, so it never lacks one. Where
 * the storage fails, all throw a `StorageError`.
 */
export function openAttachments({
  folder,
  client,
  now = Date.now,
}: AttachmentOptions): AttachmentStore & UploadRemoval {
  const database = openDatabase(client)
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)

  const find = async (data: string, ownerId?: string) => {
    const hash = uploadHash(data)
    if (hash === null || (ownerId !== undefined && !(await isOwn(hash, ownerId)))) return null
    return (await database.select().from(attachments).where(eq(attachments.hash, hash)).get()) ?? null
  }
  const isOwn = async (hash: string, ownerId: string) => {
    const own = and(eq(attachmentOwners.owner_id, ownerId), eq(attachmentOwners.hash, hash))
    return (await database.select().from(attachmentOwners).where(own).get()) !== undefined
  }

  const putNow: AttachmentStore['put'] = async (bytes, mediaType, size = {}, ownerId) => {
    const { width = null, height = null } = size
    const hash = createHash('sha256').update(bytes).digest('hex')
    const path = pathOf(hash)
    // Or the folder of a database that was deleted would be made anew, with this one upload in it.
    client.assertInPlace()
    if ((await sizeOf(path)) !== bytes.byteLength) await writeWhole(path, bytes)
    // Whoever puts it again has not said it yet: it is not to go with a chat that had said it before.
    await utimes(path, now() / 1_000, now() / 1_000)
    const created_at = formatTimestamp(Math.floor(now() * 1000))
    const upload = { hash, media_type: mediaType, byte_size: bytes.byteLength, width, height, created_at }
    const stored = database.insert(attachments).values(upload).onConflictDoNothing()
    const owned =
      ownerId === undefined
        ? []
        : [database.insert(attachmentOwners).values({ hash, owner_id: ownerId }).onConflictDoNothing()]
    await runAll(database, [stored, ...owned])
    return { data: `attachments/${hash}` }
  }

  const removeNow = async (sessionId: string) => {
    const removed: string[] = []
    for (const { hash, said_at } of await findUploadsOnlyIn(client, sessionId)) {
      if (((await putAt(pathOf(hash))) ?? 0) <= said_at) removed.push(hash)
    }
    if (removed.length === 0) return []
    // The row first: it never lacks its file.
    await client.batch(forgetUploads(removed), 'write')
    for (const hash of removed) await removeFiles(pathOf(hash))
    return removed
  }

  // A file that is put is there already, and must not go before its row comes: neither begins before the other has ended.
  const putting = new Set<Promise<unknown>>()
  let removing: Promise<unknown> = Promise.resolve()

  const store: AttachmentStore & UploadRemoval = {
    put(...upload) {
      const put = removing.then(() => putNow(...upload))
      const ended = put.then(
        () => {},
        () => {},
      )
      putting.add(ended)
      void ended.then(() => putting.delete(ended))
      return put
    },
    removeWith(sessionId) {
      const removed = Promise.all([removing, ...putting]).then(() => removeNow(sessionId))
      removing = removed.catch(() => {})
      return removed
    },
    async get(data, ownerId) {
      const row = await find(data, ownerId)
      if (row === null) return null
      const bytes = await readFile(pathOf(row.hash)).catch(nullWhenMissing)
      return (
        bytes && { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), media_type: row.media_type }
      )
    },
    async has(data, ownerId) {
      const row = await find(data, ownerId)
      return row !== null && (await sizeOf(pathOf(row.hash))) === row.byte_size
    },
  }
  return inWords(store, { path: folder })
}

/** Whoever looks sees the whole file or none, whatever happens in between. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(/* turbopackIgnore: true */ draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** With what was read of it, which lies beside it. */
async function removeFiles(path: string): Promise<void> {
  const [folder, hash] = [dirname(path), basename(path)]
  const names = (await readdir(folder).catch(nullWhenMissing)) ?? []
  const isOfIt = (name: string) => name === hash || (name.startsWith(`${hash}.`) && name.endsWith('.json'))
  for (const name of names.filter(isOfIt)) await rm(join(folder, name), { force: true })
}

/** When it was last put, in microseconds. */
async function putAt(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullWhenMissing)
  return found && found.mtimeMs * 1_000
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullWhenMissing)
  return found ? found.size : null
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
