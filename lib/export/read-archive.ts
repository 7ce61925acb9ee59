import type { Readable } from 'node:stream'
import { BadArchiveError } from './bad-archive.ts'
import { FORMAT, FORMAT_VERSION, Manifest } from './format.ts'
import { openZip, type Zip } from './zip.ts'

/** Bounds for files that anybody may have written: what is beyond them is none of ours. */
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

/** Throws a `BadArchiveError` that says what is wrong with the file, `called` so. */
export async function openArchive(file: string, called = file): Promise<Archive> {
  const zip = await openZip(file, called)
  try {
    return await archiveIn(zip)
  } catch (error) {
    await zip[Symbol.asyncDispose]()
    throw error
  }
}

/** The zip is closed with it. */
export async function archiveIn(zip: Zip): Promise<Archive> {
  const { manifest, text } = await readManifest(zip)
  return {
    manifest,
    manifestText: text,
    paths: new Set(zip.names),
    read: zip.read,
    [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose](),
  }
}

async function readManifest({ called, read, sizeOf }: Zip) {
  const size = sizeOf('manifest.json')
  if (size === null)
    throw new BadArchiveError(`${called} has no manifest.json: it is no export of Metis in its own format`)
  if (size > LARGEST_MANIFEST) throw new BadArchiveError(`${called} has a manifest that is too large`)
  let text = ''
  const stream = await read('manifest.json')
  for await (const piece of stream?.setEncoding('utf8') ?? []) text += piece
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new BadArchiveError(`${called} has a manifest.json that is not JSON`, { cause })
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  if (format !== FORMAT)
    throw new BadArchiveError(`${called} is of another format: its manifest says ${JSON.stringify(format)}`)
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BadArchiveError(
      `${called} was written in version ${version} of the format, and this Metis reads up to ${FORMAT_VERSION}: take a newer one`,
    )
  }
  const parsed = Manifest.safeParse(json)
  if (parsed.success) return { manifest: parsed.data, text }
  const [issue] = parsed.error.issues
  throw new BadArchiveError(`${called} has a manifest that is damaged at ${issue?.path.join('.')}: ${issue?.message}`)
}

/** Of a text of lines, each without its end. Not by `readline`, which also ends them at U+2028, and JSON does not. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const [ending = '', ...begun] = decoder.decode(piece, { stream: true }).split('\n')
    // Only what is new is looked through: a line may come in thousands of pieces.
    rest += ending
    if (rest.length > LONGEST_LINE) throw new BadArchiveError('a line is longer than any of ours')
    const last = begun.pop()
    if (last === undefined) continue
    yield rest
    yield* begun
    rest = last
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
