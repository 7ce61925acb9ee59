import { open } from 'node:fs/promises'
import { archiveIn } from '../export/read-archive.ts'
import { openZip } from '../export/zip.ts'
import type { ImportRecord } from '../store/import-store.ts'
import { UnknownFormatError } from './import-error.ts'
import { openOwn } from './own-reader.ts'
import type { ImportReader } from './reader.ts'

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const EMPTY_ZIP = Buffer.from('PK\x05\x06', 'latin1')

/**
 * Opens a file as what it is, by what is in it and never by its name. Throws an `UnknownFormatError` or a `BadArchiveError`
 * that says what is wrong.
 */
export async function openReader(path: string, { owner_id }: ImportRecord): Promise<ImportReader> {
  const beginning = await beginningOf(path)
  if (beginning.byteLength === 0) throw new UnknownFormatError('the file is empty')
  if (!beginning.equals(ZIP) && !beginning.equals(EMPTY_ZIP)) {
    throw new UnknownFormatError('the file is no export of Metis, and none of another product that can be read')
  }
  const zip = await openZip(path, 'the file')
  try {
    if (zip.sizeOf('manifest.json') !== null) return openOwn(await archiveIn(zip), owner_id)
    throw new UnknownFormatError('the file holds no chats that can be read')
  } catch (cause) {
    await zip[Symbol.asyncDispose]()
    throw cause
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
