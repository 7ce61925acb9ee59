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
      const source = Readable.from(body, { objectMode: false, signal: left.signal })
      const isRead = finished(source)
      zip.addReadStream(source, path, { mtime: modified, compress })
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
