import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FORMAT, FORMAT_VERSION, Manifest } from './format.ts'

/** What a file that is no whole export of ours is told by. */
export class BadArchiveError extends Error {
  override readonly name = 'BadArchiveError'
}

/** Bounds for files that anybody may have written: what is beyond them is none of ours. */
const MOST_ENTRIES = 1_000_000
const LARGEST_MANIFEST = 256 * 1024 * 1024
const LONGEST_LINE = 128 * 1024 * 1024

/** An export as it lies on a disk, of which nothing is read but what is asked for. */
export interface Archive extends AsyncDisposable {
  manifest: Manifest
  /** As it stands in the file. */
  manifestText: string
  paths: ReadonlySet<string>
  /** Null for what is not there. Its end is checked against the length that the archive names. */
  read: (path: string) => Promise<Readable | null>
}

/** Throws a `BadArchiveError` that says what is wrong. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { autoClose: false }).catch((cause: Error) => {
    if ('code' in cause) throw cause
    throw new BadArchiveError(`${file} is no zip file, or its end is missing: ${cause.message}`, { cause })
  })
  try {
    const entries = await entriesOf(zip, file)
    const read = async (path: string) => {
      const entry = entries.get(path)
      return entry ? await zip.openReadStreamPromise(entry) : null
    }
    const { manifest, text } = await readManifest(file, entries.get('manifest.json'), read)
    return {
      manifest,
      manifestText: text,
      paths: new Set(entries.keys()),
      read,
      async [Symbol.asyncDispose]() {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new BadArchiveError(`${file} holds more files than any export`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (cause) {
    throw new BadArchiveError(`${file} has a list of files that cannot be read: ${(cause as Error).message}`, { cause })
  }
  return entries
}

async function readManifest(file: string, entry: Entry | undefined, read: Archive['read']) {
  if (!entry) throw new BadArchiveError(`${file} has no manifest.json: it is no export of Metis in its own format`)
  if (entry.uncompressedSize > LARGEST_MANIFEST) throw new BadArchiveError(`${file} has a manifest that is too large`)
  let text = ''
  const stream = await read('manifest.json')
  for await (const piece of stream?.setEncoding('utf8') ?? []) text += piece
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new BadArchiveError(`${file} has a manifest.json that is not JSON`, { cause })
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  if (format !== FORMAT)
    throw new BadArchiveError(`${file} is of another format: its manifest says ${JSON.stringify(format)}`)
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BadArchiveError(
      `${file} was written in version ${version} of the format, and this Metis reads up to ${FORMAT_VERSION}: take a newer one`,
    )
  }
  const parsed = Manifest.safeParse(json)
  if (parsed.success) return { manifest: parsed.data, text }
  const [issue] = parsed.error.issues
  throw new BadArchiveError(`${file} has a manifest that is damaged at ${issue?.path.join('.')}: ${issue?.message}`)
}

/** Of a text of lines, each without its end. Not by `readline`, which also ends them at U+2028, and JSON does not. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new BadArchiveError('a line is longer than any of ours')
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
