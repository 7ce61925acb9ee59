import type { ContentBlock, DocumentBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { Logger } from '../log.ts'
import { DocumentRoom, documentForm } from '../media/document-form.ts'
import type { DocumentReading } from '../media/document-reading.ts'
import type { DocumentShelf } from '../media/document-shelf.ts'
import { base64Length } from '../media/picture-limits.ts'
import { checkDocument } from '../media/store-document.ts'
import { UnreadableDocumentError } from '../media/unreadable-document.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { AttachmentStore } from '../store/attachment-store.ts'
import type { SaidBlock } from './turn-content.ts'
import { InvalidContentError } from './turn-error.ts'

/** By the data of their source. */
export type Readings = ReadonlyMap<string, DocumentReading>

interface Deps {
  attachments: AttachmentStore
  documents: DocumentShelf
}

/**
 * The content with what its documents really are, under names that may be stored: nobody is believed about either. Throws
 * an `InvalidContentError` for an upload that is not there, and an `UnreadableDocumentError`.
 */
export async function checkDocuments(content: readonly SaidBlock[], deps: Deps): Promise<SaidBlock[]> {
  const checked: SaidBlock[] = []
  for (const [index, block] of content.entries()) {
    const bytes = block.type === 'document' ? await bytesOf(block, deps.attachments) : null
    if (block.type !== 'document') checked.push(block)
    else if (bytes === null) {
      throw new InvalidContentError([{ path: `content.${index}.source.data`, problem: 'no such upload' }])
    } else {
      const { media_type, name } = await checkDocument(bytes, block.name, deps.documents)
      checked.push({ ...block, media_type, name })
    }
  }
  return checked
}

/**
 * What was read of all documents in the messages. One that cannot be read any more is left out, with a line in the log: it
 * goes as a file or not at all.
 */
export async function readDocuments(
  messages: readonly Pick<Message, 'content'>[],
  { attachments, documents, log }: Deps & { log: Logger },
  known: Map<string, DocumentReading> = new Map(),
): Promise<Map<string, DocumentReading>> {
  for (const block of messages.flatMap(({ content }) => documentsIn(content))) {
    const { source, media_type } = block
    if (known.has(source.data) || source.kind === 'url') continue
    try {
      const kept = await documents.find(source.data, media_type)
      const bytes = kept === null ? await bytesOf(block, attachments) : null
      const reading = kept ?? (bytes && (await documents.read(bytes, media_type)))
      if (reading) known.set(source.data, reading)
    } catch (cause) {
      if (!(cause instanceof UnreadableDocumentError)) throw cause
      log.error('a document cannot be read any more', { data: source.data, cause })
    }
  }
  return known
}

/** Refuses what a person just said where the model can be given nothing of a document in it: nothing is stored or sent then. */
export function assertDocumentsFit(
  history: readonly Message[],
  content: readonly ContentBlock[],
  model: AvailableModel,
  readings: Readings,
): void {
  const room = new DocumentRoom(model.capabilities.documents)
  const problemOf = (block: DocumentBlock, in_result: boolean): string | null => {
    const reading = readings.get(block.source.data) ?? null
    const base64_bytes = reading && base64Length(reading.byte_length)
    const { form, reason } = documentForm({ block, reading, base64_bytes, in_result, room })
    return form.as === 'nothing' ? (reason ?? 'it cannot be sent') : null
  }
  // Those of before take their room first; that one of them cannot be sent is said to the model in its place.
  for (const message of history)
    for (const block of documentsIn(message.content)) problemOf(block, message.role === 'tool')
  const faults = content.flatMap((block, index) => {
    const problem = block.type === 'document' ? problemOf(block, false) : null
    if (problem === null || block.type !== 'document') return []
    return [{ path: `content.${index}`, problem: `${block.name} cannot be sent to ${model.label}: ${problem}` }]
  })
  if (faults.length > 0) throw new InvalidContentError(faults)
}

function documentsIn(content: readonly ContentBlock[]): DocumentBlock[] {
  return content.flatMap((block) => {
    if (block.type === 'document') return [block]
    return block.type === 'tool_result' ? documentsIn(block.content) : []
  })
}

async function bytesOf({ source }: DocumentBlock, attachments: AttachmentStore): Promise<Uint8Array | null> {
  switch (source.kind) {
    case 'base64':
      return Buffer.from(source.data, 'base64')
    case 'file_ref':
      return (await attachments.get(source.data))?.bytes ?? null
    default:
      return null
  }
}
