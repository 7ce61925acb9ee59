import fc from 'fast-check'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import type { ContentBlock, DocumentBlock } from '#lib/canonical/block.ts'
import type { DocumentLimits } from '#lib/canonical/capabilities.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { DocumentReading } from '#lib/media/document-reading.ts'
import { capabilitiesOf } from '#lib/models/catalog.ts'
import { CHAT_DOCUMENTS, RESPONSES_DOCUMENTS } from '#lib/models/openai.ts'

const PDF = 'application/pdf'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A document of each kind that a history may hold: by what it is, and by what there is of it. */
const KINDS = {
  pdf: { media_type: PDF, ending: 'pdf', has: ['file', 'text'] },
  'scanned pdf': { media_type: PDF, ending: 'pdf', has: ['file'] },
  'pdf whose upload is gone': { media_type: PDF, ending: 'pdf', has: ['text'] },
  'pdf of which nothing is left': { media_type: PDF, ending: 'pdf', has: [] },
  'address of a pdf': { media_type: PDF, ending: 'pdf', has: ['address'] },
  csv: { media_type: 'text/csv', ending: 'csv', has: ['file', 'text'] },
  'csv whose upload is gone': { media_type: 'text/csv', ending: 'csv', has: ['text'] },
  'office file': { media_type: DOCX, ending: 'docx', has: ['file', 'text'] },
} as const satisfies Record<string, { media_type: string; ending: string; has: readonly string[] }>

export type DocumentKind = keyof typeof KINDS
export const anyDocument = fc.constantFrom(...(Object.keys(KINDS) as DocumentKind[]))

/** What those who take files take of them; Ollama takes none. */
export const DOCUMENTS_OF: Record<AdapterType, DocumentLimits | undefined> = {
  anthropic: capabilitiesOf('anthropic:claude-opus-5-5').documents,
  openai: CHAT_DOCUMENTS,
  'openai-responses': RESPONSES_DOCUMENTS,
  openrouter: { ...CHAT_DOCUMENTS, by_address: true },
  ollama: undefined,
}

/** The word is in its name, in its address and in its text: wherever it goes, it is found. */
export function documentOf(kind: DocumentKind, word: string): DocumentBlock {
  const { media_type, ending, has } = KINDS[kind]
  const name = `${word}.${ending}`
  const isAddress = (has as readonly string[]).includes('address')
  const source = isAddress
    ? { kind: 'url' as const, data: `https://files.test/${name}` }
    : { kind: 'file_ref' as const, data: `attachments/${kind}/${word}` }
  return { type: 'document', source, media_type, name }
}

const hasOf = ({ source }: DocumentBlock): readonly string[] =>
  source.kind === 'url' ? ['address'] : KINDS[source.data.split('/')[1] as DocumentKind].has

/** As it would be read from the store: only of what is there, files and readings. */
export function shelfOf(messages: readonly Message[]) {
  const files = new Map<string, Uint8Array>()
  const documents = new Map<string, DocumentReading>()
  for (const block of messages.flatMap(({ content }) => documentsIn(content))) {
    const { data } = block.source
    const has = hasOf(block)
    const bytes = Buffer.from(`bytes of ${block.name}`)
    if (has.includes('file')) files.set(data, bytes)
    if (has.length === 0 || has.includes('address')) continue
    const text = has.includes('text') ? `text of ${block.name}` : null
    const pages = block.media_type === PDF ? 2 : null
    documents.set(data, { byte_length: bytes.byteLength, text, is_cut: false, pages, is_encrypted: false })
  }
  return { files, documents }
}

export function documentsIn(content: readonly ContentBlock[]): DocumentBlock[] {
  return content.flatMap((block) => {
    if (block.type === 'tool_result') return documentsIn(block.content)
    return block.type === 'document' ? [block] : []
  })
}

/** Whether it reaches a host that takes this without any loss: as a file, by its address, or as the plain text that it is. */
export function goesAsItIs(block: DocumentBlock, limits: DocumentLimits | undefined, inResult: boolean): boolean {
  if (!limits || (inResult && !limits.in_results)) return false
  const has = hasOf(block)
  const takes = (type: string) => limits.media_types.includes(type)
  if (has.includes('address')) return limits.by_address && takes(block.media_type)
  if (block.media_type === 'text/csv' && has.includes('text')) return takes('text/plain')
  return takes(block.media_type) && has.includes('file')
}
