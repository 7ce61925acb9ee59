import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

export interface BuiltEntry {
  name: string
  bytes: string | Uint8Array
  /** Of the file system, with its type. */
  mode?: number
}

/** A zip of whatever it should hold. */
export async function zipBytes(entries: readonly BuiltEntry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes, mode } of entries)
    zip.addBuffer(Buffer.from(bytes), name, mode === undefined ? {} : { mode })
  zip.end()
  return await buffer(zip.outputStream)
}

/** The same zip, changed by whoever has it. */
export async function rezipped(bytes: Buffer, change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  change(files)
  return await zipBytes([...files].map(([name, content]) => ({ name, bytes: content })))
}
