import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export interface ArchiveEntry {
  /** Of letters, digits, `-`, `_`, `.` and `/`: a name that every system takes. */
  path: string
  /** False for what is compressed already. */
  compress: boolean
  body: AsyncIterable<Uint8Array>
}

/**
 * A zip made while it is read: one entry at a time, each piece when the one before has been taken. Where an entry cannot be
 * made it fails; where nobody reads on, nothing more is made.
 */
export async function* zipOf(entries: AsyncIterable<ArchiveEntry>, modified: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const left = new AbortController()
  zip.on('error', (error) => output.destroy(error))
  const write = async () => {
    for await (const { path, compress, body } of entries) {
      left.signal.throwIfAborted()
      let source: Readable | null = Readable.from(body, { objectMode: false, signal: left.signal })
      const isRead = finished(source)
      zip.addReadStreamLazy(path, { mtime: modified, compress }, (open) => {
        if (source) open(null, source)
        // The library keeps this function to its end, and with it all that was read for the entry.
        source = null
      })
      keepNoPool(zip)
      await isRead
    }
    zip.end()
  }
  const writing = write().catch((error: Error) => void output.destroy(left.signal.aborted ? undefined : error))
  try {
    yield* output
  } finally {
    left.abort()
    await writing
  }
}

/**
 * The list of entries, which is written at the end, has their names as buffers that the system cuts from blocks of 64 KB: each
 * would keep a whole block, 400 MB for 10,000 chats. Copies of their own keep what they are long.
 */
function keepNoPool(zip: ZipFile): void {
  const entry = (zip as ZipFile & { entries?: { utf8FileName?: Buffer }[] }).entries?.at(-1)
  if (entry?.utf8FileName) entry.utf8FileName = Buffer.from(Uint8Array.from(entry.utf8FileName).buffer)
}
