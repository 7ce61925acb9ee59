import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock } from '../../../canonical/block.ts'
import { isBlockOf } from '../../../canonical/block.ts'
import type { Citation } from '../../../canonical/hosted-tool.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import type { Target } from '../../protocol.ts'
import { type Extra, readUnknownExtras, type Source, textExtra } from '../extra.ts'
import { hostedToolLabel, hostedToolText } from '../hosted-tool-text.ts'
import { ownRaw } from '../producer.ts'
import type { Pass } from './pass.ts'

/** Of one tool's output, or of all sources together. A page that a provider fetched can be longer than the conversation. */
const MOST_CHARACTERS = 8_000

/**
 * What an answer holds beside its content and only its producer gets back: any other target gets what can be read of it,
 * as text with a label, and the rest is dropped. Each is recorded once (design §3.16, §3.20; wire-rule 204).
 */
export const projectExtras: Pass = (messages, { target }) =>
  messages.map((message) => {
    if (message.role !== 'assistant' || ownRaw(message, target) !== null) return message
    const kept = message.metadata.provider_raw ?? null
    const extras = [...message.content.flatMap(contentExtras), ...(kept ? keptExtras(kept, message, target) : [])]
    if (extras.length === 0) return message
    for (const extra of extras) report(extra, message, target)
    const content = withExtras(message.content, extras)
    // Without what has been projected; the rest says still that this target did not write it.
    return kept ? { ...message, content, metadata: marked(message, kept) } : { ...message, content }
  })

function keptExtras(kept: JsonObject, { content }: Message, target: Target): Extra[] {
  const read = (typeof kept.format === 'string' && target.extras?.get(kept.format)) || readUnknownExtras
  return read(kept, content)
}

/** What the content itself holds of the provider's own tools. */
function contentExtras(block: ContentBlock, index: number): Extra[] {
  if (block.type === 'hosted_tool') {
    return [textExtra('hosted_tool', index, hostedToolLabel(block), hostedToolText(block))]
  }
  return block.type === 'text' && block.citations?.length ? [citedSources(block.citations)] : []
}

function citedSources(citations: readonly Citation[]): Extra {
  const sources = citations.map(({ url = null, title = null, cited_text: quote = null }) => ({ url, title, quote }))
  return { type: 'citations', as: 'sources', sources }
}

function marked({ metadata }: Message, { format, asked_model }: JsonObject): Message['metadata'] {
  const provider_raw: JsonObject = {}
  if (format !== undefined) provider_raw.format = format
  if (asked_model !== undefined) provider_raw.asked_model = asked_model
  return { ...metadata, provider_raw }
}

function report(extra: Extra, message: Message, target: Target): void {
  const { action, reason } = outcome(extra, message)
  target.project({ message_id: message.id, block_type: extra.type, action, reason })
}

function outcome(extra: Extra, { metadata }: Message): { action: 'converted' | 'dropped'; reason: string } {
  const cause = `only ${metadata.model ?? 'the model that made it'} understands it`
  switch (extra.as) {
    case 'text': {
      if (extra.text.length <= MOST_CHARACTERS) return { action: 'converted', reason: `${cause}: it is sent as text` }
      const reason = `${cause}: its first ${MOST_CHARACTERS} characters are sent as text`
      // A part is not the whole: for a critical message that is a drop.
      return { action: metadata.critical ? 'dropped' : 'converted', reason }
    }
    case 'sources':
      return { action: 'converted', reason: `${cause}: its sources are named in words` }
    case 'free_text':
      return { action: 'converted', reason: 'a call of a custom tool is sent as one of a function' }
    case 'said':
      return { action: 'converted', reason: 'it is sent as the words that were said' }
    case 'nothing':
      return { action: 'dropped', reason: cause }
    default:
      return assertNever(extra)
  }
}

/** A piece of the content, and whether it is ours: then it stands apart from the text beside it. */
interface Piece {
  block: ContentBlock
  isInserted: boolean
}

function withExtras(content: readonly ContentBlock[], extras: readonly Extra[]): ContentBlock[] {
  const freeTexts = new Map(extras.flatMap((each) => (each.as === 'free_text' ? [[each.index, each.text]] : [])))
  const sources = sourceList(extras.flatMap((each) => (each.as === 'sources' ? each.sources : [])))
  // Nothing of ours goes behind a call: not every wire can hold it there.
  const firstCall = content.findIndex(isBlockOf('tool_use'))
  const end = firstCall === -1 ? content.length : firstCall
  const lastText = content.findLastIndex(isBlockOf('text'))

  const pieces: Piece[] = []
  const insert = (text: string) => pieces.push({ block: { type: 'text', text }, isInserted: true })
  for (let index = 0; index <= content.length; index += 1) {
    for (const each of extras) {
      if (each.as === 'text' && Math.min(each.index, end) === index) insert(labelled(each.label, each.text))
    }
    if (sources !== null && Math.min(lastText + 1 || end, end) === index) insert(sources)
    const block = content[index]
    const freeText = freeTexts.get(index)
    if (block?.type === 'tool_use' && freeText !== undefined) {
      const { raw_input: _text, ...call } = block
      pieces.push({ block: { ...call, input: { input: freeText } }, isInserted: false })
    } else if (block?.type === 'text' && block.citations) {
      const { citations: _sources, ...text } = block
      pieces.push({ block: text, isInserted: false })
    } else if (block !== undefined && block.type !== 'hosted_tool') {
      pieces.push({ block, isInserted: false })
    }
  }
  return pieces.map(setApart)
}

/** Some wires write the texts of an answer without a gap. */
function setApart({ block, isInserted }: Piece, at: number, pieces: readonly Piece[]): ContentBlock {
  if (!isInserted || block.type !== 'text') return block
  const isAfterText = pieces[at - 1]?.block.type === 'text'
  const after = pieces[at + 1]
  const isBeforeText = after?.block.type === 'text' && !after.isInserted
  return { type: 'text', text: `${isAfterText ? '\n\n' : ''}${block.text}${isBeforeText ? '\n\n' : ''}` }
}

function labelled(label: string, text: string): string {
  return `[${label}]\n${bounded(text)}\n[end of ${label}]`
}

function sourceList(sources: readonly Source[]): string | null {
  const seen = new Set<string>()
  const lines = sources.flatMap((source) => {
    const line = sourceLine(source)
    const key = source.url ?? line
    if (seen.has(key)) return []
    seen.add(key)
    return [`- ${line}`]
  })
  return lines.length === 0 ? null : bounded(['Sources:', ...lines].join('\n'))
}

function sourceLine({ url, title, quote }: Source): string {
  if (url !== null) return title === null ? url : `${title}: ${url}`
  if (title === null) return `“${quote}”`
  return quote === null ? title : `${title}: “${quote}”`
}

function bounded(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`.toWellFormed()
}
