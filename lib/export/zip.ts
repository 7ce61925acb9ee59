import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { shortened } from '../shortened.ts'
import { BadArchiveError } from './bad-archive.ts'

/** A zip as it lies on a disk, of which nothing is read but what is asked for, and nothing is written. */
export interface Zip extends AsyncDisposable {
  /** By which people know it. */
  called: string
  names: readonly string[]
  /** Null for what is not there. It breaks off where it holds more than it may. */
  read: (name: string) => Promise<Readable | null>
  /** What the zip says of its length; null for what is not there. */
  sizeOf: (name: string) => number | null
}

export interface ZipBounds {
  entries: number
  /** Bytes of all that is read, as it comes out. */
  total: number
  /** How many times its own length an entry may become, above `evenSmall` bytes. */
  ratio: number
}

/** More than any export has. Text of ours shrinks to a sixth, and to a fiftieth where all chats are the same. */
const BOUNDS: ZipBounds = { entries: 1_000_000, total: 64 * 1024 ** 3, ratio: 250 }
/** So much may come of anything: a few bytes of zeros are no bomb. */
const EVEN_SMALL = 16 * 1024 * 1024

const ENCRYPTED = 1
const FILE_TYPE = 0o170000
const LINK = 0o120000

/**
 * Opens a zip that anybody may have written. Throws a `BadArchiveError` that says what is wrong with it: no zip, a name that
 * leads elsewhere, a link, an encrypted entry, two of one name, or more of them than may be.
 */
export async function openZip(file: string, called: string, bounds: ZipBounds = BOUNDS): Promise<Zip> {
  const zip = await openPromise(file, { autoClose: false }).catch((cause: Error) => {
    if ('code' in cause) throw cause
    throw new BadArchiveError(`${called} is no zip file, or its end is missing: ${cause.message}`, { cause })
  })
  try {
    const entries = await entriesOf(zip, called, bounds)
    const left = { bytes: bounds.total }
    return {
      called,
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      async read(name) {
        const entry = entries.get(name)
        return entry ? bounded(await zip.openReadStreamPromise(entry), entry, { left, called, bounds }) : null
      },
      async [Symbol.asyncDispose]() {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile, called: string, bounds: ZipBounds): Promise<Map<string, Entry>> {
  if (zip.entryCount > bounds.entries) {
    throw new BadArchiveError(`${called} holds ${zip.entryCount} files, and at most ${bounds.entries} can be read`)
  }
  const entries = new Map<string, Entry>()
  const refuse = ({ fileName }: Entry, problem: string) => {
    throw new BadArchiveError(`${called} holds ${JSON.stringify(shortened(fileName, 200))}, which ${problem}`)
  }
  try {
    // The library refuses names that lead elsewhere.
    for await (const entry of zip.eachEntry()) {
      if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) refuse(entry, 'is encrypted')
      if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) refuse(entry, 'is a link')
      if (entries.has(entry.fileName)) refuse(entry, 'is there twice')
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
  } catch (cause) {
    if (cause instanceof BadArchiveError) throw cause
    throw new BadArchiveError(`${called} has a list of files that cannot be read: ${(cause as Error).message}`, {
      cause,
    })
  }
  return entries
}

interface Bounded {
  /** Of all entries together. */
  left: { bytes: number }
  called: string
  bounds: ZipBounds
}

/** Counts what really comes: what an entry says of its length is its writer's word. */
function bounded(source: Readable, entry: Entry, { left, called, bounds }: Bounded): Readable {
  const most = Math.max(EVEN_SMALL, entry.compressedSize * bounds.ratio)
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.byteLength
      left.bytes -= piece.byteLength
      if (bytes <= most && left.bytes >= 0) return done(null, piece)
      const what = bytes > most ? JSON.stringify(shortened(entry.fileName, 200)) : called
      done(new BadArchiveError(`${what} becomes far larger than it is in the zip: it is not read any further`))
    },
  })
  // It fails for whoever reads it.
  pipeline(source, counted).catch(() => {})
  return counted
}
