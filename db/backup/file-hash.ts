import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { syncFile } from '../database-copy.ts'
import { draftOf } from '../database-file.ts'

/** Of a file, read piece by piece; null where there is none. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of createReadStream(/* turbopackIgnore: true */ path) as AsyncIterable<Uint8Array>) {
      hash.update(piece)
      bytes += piece.byteLength
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Whole, and on the disk; where the file system can, the two share their bytes until one is changed. */
export async function copyWholeFile(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await syncFile(to)
}

/** The same, in the place of what is there: whoever looks sees one of the two, whole. */
export async function copyInPlace(from: string, target: string): Promise<void> {
  const draft = draftOf(target)
  try {
    await copyWholeFile(from, draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}
