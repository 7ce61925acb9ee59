import { open, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { archiveIn } from '../export/read-archive.ts'
import { openZip, type Zip } from '../export/zip.ts'
import type { ImportRecord } from '../store/import-store.ts'
import { type Document, fileDocument, memberDocument, parsedWhole } from './document.ts'
import { type ForeignFile, openForeign } from './foreign-reader.ts'
import { type ImportFormat, NO_FILES } from './format.ts'
import { IMPORT_FORMATS } from './formats/formats.ts'
import type { Loss } from './found.ts'
import { UnknownFormatError } from './import-error.ts'
import { openOwn } from './own-reader.ts'
import type { ImportReader } from './reader.ts'
import { recognise } from './recognise.ts'

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const EMPTY_ZIP = Buffer.from('PK\x05\x06', 'latin1')

/** Of one upload; a larger one could not be uploaded either. */
const LARGEST_FILE = 20_000_000
/** Of what says something of the chats beside them. */
const LARGEST_SIDE = 64 * 1024 * 1024
/** In an archive of everything that a company keeps of somebody there may be tens of thousands. */
const MOST_DOCUMENTS = 20_000

/**
 * that says what is wrong.
 */
export async function openReader(
  path: string,
  { owner_id, created_at }: Pick<ImportRecord, 'owner_id' | 'created_at'>,
  formats: readonly ImportFormat[] = IMPORT_FORMATS,
): Promise<ImportReader> {
  const place = { owner_id, imported_at: created_at }
  const beginning = await beginningOf(path)
  if (beginning.byteLength === 0) throw new UnknownFormatError('the file is empty')
  if (!beginning.equals(ZIP) && !beginning.equals(EMPTY_ZIP)) {
    return openForeign(await lonelyFile(path, formats), place)
  }
  const zip = await openZip(path, 'the file')
  try {
    if (isOwn(zip)) return openOwn(await archiveIn(zip), owner_id)
    return openForeign(await archivedFile(zip, formats), place)
  } catch (cause) {
    await zip[Symbol.asyncDispose]()
    throw cause
  }
}

/** Other products have a file of this name nowhere in their archives; one of ours is nothing without it. */
function isOwn({ names }: Zip): boolean {
  return names.includes('manifest.json')
}

async function lonelyFile(path: string, formats: readonly ImportFormat[]): Promise<ForeignFile> {
  const document = fileDocument(path, (await stat(path)).size)
  const format = await recognise(document, formats)
  if (!format) throw new UnknownFormatError(await unknownWords(document))
  return {
    source: format.source,
    documents: [{ document, format }],
    files: NO_FILES,
    readMember: async () => null,
    losses: [],
    close: async () => {},
  }
}

/** All documents of the archive that the same product has written chats in. */
async function archivedFile(zip: Zip, formats: readonly ImportFormat[]): Promise<ForeignFile> {
  const isSide = (name: string) => formats.some((format) => format.isSide?.(name))
  const documents = zip.names.filter((name) => name.endsWith('.json') && !isSide(name)).toSorted()
  const known: ForeignFile['documents'][number][] = []
  for (const name of documents.slice(0, MOST_DOCUMENTS)) {
    const document = memberDocument(zip, name)
    const format = await recognise(document, formats)
    if (format) known.push({ document, format })
  }
  const first = formats.find((format) => known.some((each) => each.format === format))
  if (!first) throw new UnknownFormatError('the file holds no chats that can be read')
  return {
    source: first.source,
    documents: known.filter(({ format }) => format.source === first.source),
    files: { names: zip.names.filter((name) => !name.endsWith('.json')), sides: await sidesOf(zip, first) },
    readMember: (name) => readMember(zip, name),
    losses: await missingShards(zip),
    async close() {
      await zip[Symbol.asyncDispose]()
    },
  }
}

async function sidesOf(zip: Zip, format: ImportFormat): Promise<Map<string, unknown>> {
  const sides = new Map<string, unknown>()
  for (const name of zip.names.filter((each) => format.isSide?.(each))) {
    const side = await parsedWhole(memberDocument(zip, name), LARGEST_SIDE)
    if (side !== undefined) sides.set(name, side)
  }
  return sides
}

async function readMember(zip: Zip, name: string): Promise<Uint8Array | null> {
  if ((zip.sizeOf(name) ?? Number.POSITIVE_INFINITY) > LARGEST_FILE) return null
  const stream = await zip.read(name)
  return stream && (await buffer(stream).catch(() => null))
}

/** A list of parts, as some archives have it: whoever takes one of them alone should know of the others. */
async function missingShards(zip: Zip): Promise<Loss[]> {
  const name = zip.names.find((each) => /(^|\/)export_manifest\.json$/.test(each))
  if (name === undefined) return []
  const manifest = (await parsedWhole(memberDocument(zip, name), LARGEST_SIDE)) as { logical_files?: unknown } | null
  const listed = Object.values((manifest?.logical_files ?? {}) as Record<string, { files?: unknown }>)
  const files = listed.flatMap((each) => (Array.isArray(each?.files) ? each.files : []))
  const missing = files.filter(
    (file): file is string => typeof file === 'string' && !zip.names.some((each) => each.endsWith(file)),
  )
  const [one] = missing
  return one === undefined ? [] : [{ kind: 'missing_file', count: missing.length, detail: one }]
}

/** Of a file that is known by what it is not: the list of the files to take. */
async function unknownWords(document: Document): Promise<string> {
  const whole = (await parsedWhole(document, LARGEST_SIDE)) as
    | { logical_files?: unknown }
    | { export_url?: unknown }[]
    | null
  const isList = Array.isArray(whole)
    ? whole.some((each) => each?.export_url !== undefined)
    : whole?.logical_files !== undefined
  return whole !== undefined && whole !== null && isList
    ? 'the file is only the list of the files of an export: take the one that holds the conversations'
    : 'the file is no export of Metis, and none of another product that can be read'
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
