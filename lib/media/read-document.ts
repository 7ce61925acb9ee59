import { decodeText } from './decode-text.ts'
import type { DocumentReading } from './document-reading.ts'
import { htmlText } from './html-text.ts'
import { OFFICE_TYPES } from './office-archive.ts'
import { officeText } from './office-text.ts'
import { pdfText } from './pdf-text.ts'
import { UnreadableDocumentError } from './unreadable-document.ts'

/** Of the text that is kept of one document: more than fits the largest window there is. */
const MOST_CHARACTERS = 8_000_000

/**
 * Reads a document of a type that `documentType` gave. What comes out depends on the bytes and the type alone. Throws an
 * `UnreadableDocumentError`.
 */
export async function readDocument(
  bytes: Uint8Array,
  media_type: string,
  most = MOST_CHARACTERS,
): Promise<DocumentReading> {
  if (media_type === 'application/pdf') {
    const { text, ...rest } = await pdfText(bytes, most)
    return { byte_length: bytes.byteLength, text: text === '' ? null : text, ...rest }
  }
  if (OFFICE_TYPES.includes(media_type)) return bounded(officeText(bytes, media_type, most), bytes, most)
  const text = decodeText(bytes)
  if (text === null) throw new UnreadableDocumentError('it is no text')
  return bounded(media_type === 'text/html' ? htmlText(text, most) : text, bytes, most)
}

function bounded(text: string, { byteLength: byte_length }: Uint8Array, most: number): DocumentReading {
  const is_cut = text.length > most
  const kept = is_cut ? text.slice(0, most).toWellFormed() : text
  return { byte_length, text: kept === '' ? null : kept, is_cut, pages: null, is_encrypted: false }
}
