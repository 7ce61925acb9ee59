import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isPlainText } from '../canonical/plain-text.ts'
import { uploadHash } from '../canonical/upload-hash.ts'
import type { DocumentReading } from './document-reading.ts'
import { readDocument } from './read-document.ts'
import { readInWorker } from './read-in-worker.ts'

/** Reads documents; each once, and for ever: what is sent of one must not change with a newer reader. */
export interface DocumentShelf {
  /** Throws an `UnreadableDocumentError`. */
  read(bytes: Uint8Array, media_type: string): Promise<DocumentReading>
  /** What is kept of an upload, without a look at its bytes; null where nothing is. */
  find(data: string, media_type: string): Promise<DocumentReading | null>
}

const StoredReading: z.ZodType<DocumentReading> = z.object({
  byte_length: z.number().int().nonnegative(),
  text: z.string().nullable(),
  is_cut: z.boolean(),
  pages: z.number().int().nonnegative().nullable(),
  is_encrypted: z.boolean(),
})

/** `folder` is that of the uploads: what was read of one lies beside it. */
export function createDocumentShelf({ folder }: { folder: string }): DocumentShelf {
  const running = new Map<string, Promise<DocumentReading>>()
  // One at a time: a thread with a large document needs a core and much memory.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<DocumentReading>) => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
  return {
    read(bytes, media_type) {
      // Nothing is gained by keeping it: it is decoded as quickly as it is found.
      if (isPlainText(media_type)) return readDocument(bytes, media_type)
      const path = pathOf(folder, createHash('sha256').update(bytes).digest('hex'), media_type)
      const known = running.get(path)
      if (known) return known
      const reading = readOnce(path, () => inTurn(() => readInWorker(bytes, media_type)))
      running.set(path, reading)
      const forget = () => running.delete(path)
      reading.then(forget, forget)
      return reading
    },
    async find(data, media_type) {
      const hash = uploadHash(data)
      return hash === null ? null : await storedAt(pathOf(folder, hash, media_type))
    },
  }
}

async function readOnce(path: string, work: () => Promise<DocumentReading>): Promise<DocumentReading> {
  const stored = await storedAt(path)
  if (stored) return stored
  const reading = await work()
  await store(path, reading)
  return reading
}

async function storedAt(path: string): Promise<DocumentReading | null> {
  const file = await readFile(/* turbopackIgnore: true */ path, 'utf8').catch(() => null)
  if (file === null) return null
  try {
    return StoredReading.parse(JSON.parse(file))
  } catch {
    // Not what was written: it is read anew.
    return null
  }
}

/** Whole or not at all, whatever happens in between. */
async function store(path: string, reading: DocumentReading): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(/* turbopackIgnore: true */ draft, JSON.stringify(reading), { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

function pathOf(folder: string, hash: string, media_type: string): string {
  const type = media_type.replace(/[^a-z0-9]+/gi, '-')
  return join(folder, hash.slice(0, 2), `${hash}.${type}.json`)
}
