import type { ContentBlock } from '../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'

/**
 * Something that an answer holds beside its content, and that only its own model gets back (design §3.20). What any other
 * reader is to have of it:
 *
 * - `text`: its readable text, in front of the content block of this index
 * - `sources`: what it names as sources, in words
 * - `free_text`: the text that the call at this index passes to a tool that takes no JSON
 * - `said`: nothing more, because its words stand in the content
 * - `nothing`: it is lost
 */
export type Extra = { type: string } & (
  | { as: 'text'; index: number; label: string; text: string }
  | { as: 'sources'; sources: Source[] }
  | { as: 'free_text'; index: number; text: string }
  | { as: 'said' }
  | { as: 'nothing' }
)

export interface Source {
  url: string | null
  title: string | null
  /** What is cited, for a source that has no address. */
  quote: string | null
}

/**
 * What an adapter kept of an answer beside the content, in order. Only the format that wrote the data can say: the
 * protocol brings this with it, and the registry knows it by the name of the format.
 */
export type ReadExtras = (kept: JsonObject, content: readonly ContentBlock[]) => Extra[]

/** Data of a format that is not known here, or has no name: no more is sure than that its blocks have types. */
export const readUnknownExtras: ReadExtras = ({ blocks }) => {
  if (!Array.isArray(blocks)) return []
  return blocks.flatMap((placed): Extra[] => {
    if (!isJsonObject(placed) || placed.thinking === true || !isJsonObject(placed.block)) return []
    const { type } = placed.block
    return typeof type === 'string' ? [{ type, as: 'nothing' }] : []
  })
}

/** As its readable text, or as nothing where there is none. */
export function textExtra(type: string, index: number, label: string, text: string): Extra {
  return text.trim() === '' ? { type, as: 'nothing' } : { type, as: 'text', index, label, text }
}

/** Citations in any of the shapes that providers have for them: an address, or an object that names its source. */
export function sourcesExtra(type: string, citations: readonly JsonValue[]): Extra {
  const sources = citations
    .map(sourceOf)
    .filter(({ url, title, quote }) => url !== null || title !== null || quote !== null)
  return sources.length > 0 ? { type, as: 'sources', sources } : { type, as: 'nothing' }
}

function sourceOf(citation: JsonValue): Source {
  if (typeof citation === 'string') return { url: firstText([citation]), title: null, quote: null }
  if (!isJsonObject(citation)) return { url: null, title: null, quote: null }
  const inner = isJsonObject(citation.url_citation) ? citation.url_citation : citation
  return {
    url: firstText([inner.url, inner.source]),
    title: firstText([inner.title, inner.document_title, inner.filename, inner.filepath]),
    quote: firstText([inner.cited_text, inner.content, inner.snippet]),
  }
}

function firstText(values: readonly (JsonValue | undefined)[]): string | null {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null
}
