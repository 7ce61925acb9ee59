import type { AttachmentStore } from '../store/attachment-store.ts'
import type { DocumentReading } from './document-reading.ts'
import type { DocumentShelf } from './document-shelf.ts'
import { documentType } from './document-type.ts'
import { cleanFileName } from './file-name.ts'
import { UnreadableDocumentError } from './unreadable-document.ts'

export interface CheckedDocument {
  media_type: string
  name: string
  reading: DocumentReading
}

/**
 * What a file is, under the name that it may have here, and what stands in it. Throws an `UnreadableDocumentError` that
 * names the file for one that no model can be given.
 */
export async function checkDocument(
  bytes: Uint8Array,
  said: string,
  documents: DocumentShelf,
): Promise<CheckedDocument> {
  const name = cleanFileName(said)
  try {
    const media_type = documentType(bytes, name)
    return { media_type, name, reading: await documents.read(bytes, media_type) }
  } catch (cause) {
    if (!(cause instanceof UnreadableDocumentError)) throw cause
    throw new UnreadableDocumentError(`${name} cannot be used: ${cause.message}`, { cause })
  }
}

/** Stores one upload under the type that it has, with what was read of it beside it. Throws what `checkDocument` throws. */
export async function storeDocument(
  bytes: Uint8Array,
  said: string,
  { attachments, documents }: { attachments: AttachmentStore; documents: DocumentShelf },
): Promise<CheckedDocument & { data: string }> {
  const document = await checkDocument(bytes, said, documents)
  const { data } = await attachments.put(bytes, document.media_type)
  return { data, ...document }
}
