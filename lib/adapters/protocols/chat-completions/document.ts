import type { DocumentBlock } from '../../../canonical/block.ts'
import type { ChatDialect } from './dialect.ts'
import type { WirePart } from './wire.ts'

/**
 * A document as a content part; whether the host takes one at all was asked when the history was cleaned. OpenAI takes no
 * address, a router does (wire-rules 133 and 143); Mistral takes both in a field of its own (wire-rule 149).
 */
export function documentPart({ source, media_type, name }: DocumentBlock, { document_part }: ChatDialect): WirePart {
  const data = source.kind === 'url' ? source.data : `data:${media_type};base64,${source.data}`
  return document_part === 'document_url'
    ? { type: 'document_url', document_url: data, document_name: name }
    : { type: 'file', file: { filename: name, file_data: data } }
}
