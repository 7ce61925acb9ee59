import { open } from 'node:fs/promises'
import { BadArchiveError } from '../export/bad-archive.ts'
import { openArchive } from '../export/read-archive.ts'
import { type Verification, verifyArchive } from '../export/verify.ts'
import { ShareCopy, verifyShareCopy } from './share-copy.ts'

/** A copy of a shared page is one text of JSON. */
const LARGEST_COPY = 64 * 1024 * 1024

/**
 * Whether a file that left is what it was: a lossless export, or the copy of a shared page. Throws a `BadArchiveError` for
 * what is neither, which says what is wrong with the file, `called` so.
 */
export async function verifyFile(path: string, called = path, signal?: AbortSignal): Promise<Verification> {
  const copy = await readCopy(path, called)
  if (copy) return verifyShareCopy(copy, called)
  await using archive = await openArchive(path, called)
  return await verifyArchive(archive, signal)
}

/** Null for what does not begin as JSON does: then it is an archive, or nothing that we know. */
async function readCopy(path: string, called: string): Promise<ShareCopy | null> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 0)
  if (bytesRead === 0 || buffer.toString() !== '{') return null
  const { size } = await file.stat()
  if (size > LARGEST_COPY) throw new BadArchiveError(`${called} is larger than any copy of a shared page`)
  const { data } = ShareCopy.safeParse(parsed(await file.readFile({ encoding: 'utf8' })))
  if (!data) throw new BadArchiveError(`${called} is no whole copy of a shared page`)
  return data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
