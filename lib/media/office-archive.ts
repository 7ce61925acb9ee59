import { unzipSync } from 'fflate'
import { UnreadableDocumentError } from './unreadable-document.ts'

/** Of all that is unpacked of one file: what a person wrote is far less. */
const MOST_BYTES = 200_000_000
const MOST_ENTRIES = 20_000

/** The part that each kind of office file has, and its media type. */
const KINDS: readonly (readonly [part: string, media_type: string])[] = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]
const BY_MIMETYPE = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
]

export const OFFICE_TYPES: readonly string[] = [...KINDS.map(([, media_type]) => media_type), ...BY_MIMETYPE]

/** Which office file an archive is. Throws an `UnreadableDocumentError` for any other archive. */
export function officeType(bytes: Uint8Array): string {
  const names = new Set<string>()
  unzip(bytes, (name) => {
    names.add(name)
    return name === 'mimetype'
  })
  const kind = KINDS.find(([part]) => names.has(part))?.[1] ?? openDocumentType(bytes, names)
  if (kind === undefined) throw new UnreadableDocumentError('an archive: unpack it, and attach the files that matter')
  return kind
}

function openDocumentType(bytes: Uint8Array, names: ReadonlySet<string>): string | undefined {
  if (!names.has('content.xml')) return undefined
  const said = partsOf(bytes, (name) => name === 'mimetype').get('mimetype')
  return BY_MIMETYPE.find((type) => said !== undefined && Buffer.from(said).toString('latin1').trim() === type)
}

/** The parts that are asked for, unpacked. Throws an `UnreadableDocumentError`, before anything is unpacked that is too large. */
export function partsOf(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  return new Map(Object.entries(unzip(bytes, isWanted)))
}

function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Record<string, Uint8Array> {
  let entries = 0
  let total = 0
  try {
    // What a part unpacks to is written into a buffer of the size that it names: it cannot be more than that.
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1
        if (entries > MOST_ENTRIES) throw new UnreadableDocumentError(`an archive of more than ${MOST_ENTRIES} parts`)
        if (!isWanted(name)) return false
        total += originalSize
        if (total > MOST_BYTES) {
          throw new UnreadableDocumentError(`an archive that unpacks to more than ${MOST_BYTES / 1_000_000} MB`)
        }
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof UnreadableDocumentError) throw cause
    throw new UnreadableDocumentError('a damaged archive: save it once more, and attach the new file', { cause })
  }
}
