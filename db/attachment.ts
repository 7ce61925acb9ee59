import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { uploadHash } from '#lib/canonical/upload-hash.ts'
import type { AttachmentStore } from '#lib/store/attachment-store.ts'
import type { SharedClient } from './client.ts'
import { openDatabase, runAll } from './database.ts'
import { attachmentOwners } from './people-schema.ts'
import { attachments } from './schema.ts'
import { inWords } from './storage-fault.ts'

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
export function openAttachments({ folder, client, now = Date.now }: AttachmentOptions): AttachmentStore {
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

  const store: AttachmentStore = {
    async put(bytes, mediaType, { width = null, height = null } = {}, ownerId) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(hash)
      // Or the folder of a database that was deleted would be made anew, with this one upload in it.
      client.assertInPlace()
      if ((await sizeOf(path)) !== bytes.byteLength) await writeWhole(path, bytes)
      const created_at = formatTimestamp(Math.floor(now() * 1000))
      const upload = { hash, media_type: mediaType, byte_size: bytes.byteLength, width, height, created_at }
      const stored = database.insert(attachments).values(upload).onConflictDoNothing()
      const owned =
        ownerId === undefined
          ? []
          : [database.insert(attachmentOwners).values({ hash, owner_id: ownerId }).onConflictDoNothing()]
      await runAll(database, [stored, ...owned])
      return { data: `attachments/${hash}` }
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

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullWhenMissing)
  return found ? found.size : null
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
