import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock, DocumentBlock, ImageBlock, ToolResultBlock } from '../../../canonical/block.ts'
import { documentName } from '../../history/document-text.ts'
import type { WireBlock } from './wire.ts'

/** What the API takes of a title. */
const MAX_TITLE = 500

export const textBlock = (text: string): WireBlock => ({ type: 'text', text })

export const isBlank = (block: WireBlock): boolean => block.type === 'text' && String(block.text ?? '').trim() === ''

/** A block of a USER or TOOL message, or inside a tool result. */
export function userBlock(block: ContentBlock, wireId: (canonicalId: string) => string): WireBlock | null {
  switch (block.type) {
    case 'text':
      return textBlock(block.text)
    case 'image':
      return imageBlock(block)
    case 'document':
      return documentBlock(block)
    case 'tool_result':
      return toolResult(block, wireId)
    case 'tool_use':
    case 'thinking':
    case 'redacted_thinking':
    case 'hosted_tool':
      // The history is clean: no user message holds one.
      return null
    default:
      return assertNever(block)
  }
}

function imageBlock({ source, media_type }: ImageBlock): WireBlock {
  switch (source.kind) {
    case 'url':
      return { type: 'image', source: { type: 'url', url: source.data } }
    case 'base64':
    case 'file_ref':
      // A file reference has become its bytes when the history was cleaned.
      return { type: 'image', source: { type: 'base64', media_type, data: source.data } }
    default:
      return assertNever(source.kind)
  }
}

/** Text goes as text; a name is no part of the source, and becomes the title (wire-rules 136 and 138). */
function documentBlock({ source, media_type, name, title, context }: DocumentBlock): WireBlock {
  const about = { title: documentName({ name, title }).slice(0, MAX_TITLE), ...(context && { context }) }
  if (source.kind === 'url') return { type: 'document', source: { type: 'url', url: source.data }, ...about }
  // A file reference has become its bytes when the history was cleaned.
  if (media_type === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type, data: source.data }, ...about }
  }
  const data = Buffer.from(source.data, 'base64').toString()
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data }, ...about }
}

/** Pictures and documents stand in place; an empty list and blank text are refused, so silence gets a word (wire-rules 28, 29, 49). */
function toolResult(block: ToolResultBlock, wireId: (canonicalId: string) => string): WireBlock {
  const inner = block.content.flatMap((each) => userBlock(each, wireId) ?? [])
  const content = withoutSoleBlankText(inner)
  return {
    type: 'tool_result',
    tool_use_id: wireId(block.tool_use_id),
    content: content.length > 0 ? content : [textBlock('(no output)')],
    is_error: block.is_error ?? false,
  }
}

/** Blank text is refused where a message has no other text, and tolerated beside some (wire-rule 28); empty text never is. */
export function withoutSoleBlankText(blocks: WireBlock[]): WireBlock[] {
  const hasText = blocks.some((block) => block.type === 'text' && !isBlank(block))
  return blocks.filter((block) => (hasText ? block.type !== 'text' || block.text !== '' : !isBlank(block)))
}
