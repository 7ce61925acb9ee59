import { assertNever } from '../../../assert-never.ts'
import { type ContentBlock, type DocumentBlock, FileSourceKind } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { isPlainText } from '../../../canonical/plain-text.ts'
import { decodeText } from '../../../media/decode-text.ts'
import { DocumentRoom, documentForm } from '../../../media/document-form.ts'
import type { DocumentReading } from '../../../media/document-reading.ts'
import { base64Length } from '../../../media/picture-limits.ts'
import { documentName, documentText } from '../document-text.ts'
import { changeBlocks, changeContent } from './content.ts'
import type { Pass, PassContext } from './pass.ts'

/**
 * Documents as the target takes them (wire-rule 151): as a file with its bytes in the block, or as text with a header
 * that names it. What is left as a document is what the wire can hold at its place.
 */
export const projectDocuments: Pass = (messages, context) => {
  const room = new DocumentRoom(context.target.capabilities.documents)
  return messages.map((message) => {
    const change = (block: ContentBlock): ContentBlock => {
      if (block.type === 'document') return projectDocument(block, message, { ...context, room, in_result: false })
      if (block.type !== 'tool_result') return block
      const content = changeBlocks(block.content, (inner) =>
        inner.type === 'document' ? projectDocument(inner, message, { ...context, room, in_result: true }) : inner,
      )
      return content === block.content ? block : { ...block, content }
    }
    return changeContent(message, change)
  })
}

function projectDocument(
  block: DocumentBlock,
  message: Message,
  { request, target, room, in_result }: PassContext & { room: DocumentRoom; in_result: boolean },
): ContentBlock {
  const { kind, data } = block.source
  const omit = (reason: string): ContentBlock => {
    // A placeholder is not the document: for a critical message that is a drop (contract §1 "Critical content").
    const action = message.metadata.critical ? 'dropped' : 'converted'
    target.project({ message_id: message.id, block_type: 'document', action, reason })
    return { type: 'text', text: `[document omitted: ${documentName(block)}: ${reason}]` }
  }
  if (!FileSourceKind.safeParse(kind).success) return omit('its source is of an unknown kind')
  const bytes = kind === 'file_ref' ? request.files?.get(data) : undefined
  const base64_bytes = kind === 'base64' ? data.length : bytes ? base64Length(bytes.byteLength) : null
  const reading = request.documents?.get(data) ?? decodedHere(block, bytes)
  const { form, reason } = documentForm({ block, reading, base64_bytes, in_result, room })
  if (form.as === 'nothing') return omit(reason ?? 'it cannot be sent')
  if (reason !== null) {
    // What is cut off is lost.
    const action = message.metadata.critical && reading?.is_cut ? 'dropped' : 'converted'
    target.project({ message_id: message.id, block_type: 'document', action, reason })
  }
  switch (form.as) {
    case 'address':
      return block
    case 'file':
      return bytes ? inline(block, base64(bytes)) : block
    case 'text_file':
      return { ...inline(block, base64(Buffer.from(form.text))), media_type: form.media_type }
    case 'text':
      return { type: 'text', text: documentText(block, form.text) }
    default:
      return assertNever(form)
  }
}

/** Text that nobody has read yet, which takes no more than decoding it. */
function decodedHere({ source, media_type }: DocumentBlock, file: Uint8Array | undefined): DocumentReading | null {
  const bytes = source.kind === 'base64' ? Buffer.from(source.data, 'base64') : file
  const text = bytes && isPlainText(media_type) ? decodeText(bytes) : null
  return bytes && text !== null
    ? { byte_length: bytes.byteLength, text, is_cut: false, pages: null, is_encrypted: false }
    : null
}

function inline(block: DocumentBlock, data: string): DocumentBlock {
  return { ...block, source: { kind: 'base64', data } }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
