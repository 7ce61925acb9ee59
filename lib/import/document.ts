import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Zip } from '../export/zip.ts'

/** A JSON file: one that was given, or one of an archive. */
export interface Document {
  /** Of an archive; empty for a file by itself. */
  path: string
  bytes: number
  /** From its beginning, each time. */
  read: () => Promise<AsyncIterable<Uint8Array>>
}

export function fileDocument(path: string, bytes: number): Document {
  return { path: '', bytes, read: async () => createReadStream(path) }
}

export function memberDocument(zip: Zip, path: string): Document {
  const read = async () => {
    const stream = await zip.read(path)
    if (!stream) throw new Error(`${path} is not in the archive any more`)
    return stream
  }
  return { path, bytes: zip.sizeOf(path) ?? 0, read }
}

/** All that has to be there at once. */
const LARGEST_WHOLE = 256 * 1024 * 1024

/** Undefined for one that is too large to be read whole, or is no JSON. */
export async function parsedWhole(document: Document, most = LARGEST_WHOLE): Promise<unknown> {
  if (document.bytes > most) return undefined
  try {
    const read = await text((await document.read()) as AsyncIterable<Uint8Array> & NodeJS.ReadableStream)
    return JSON.parse(read.replace(/^\uFEFF/, ''))
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return undefined
    throw cause
  }
}
