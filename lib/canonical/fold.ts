import { assertNever } from '../assert-never.ts'
import type { ContentBlock, TextBlock, ThinkingBlock, ToolUseBlock } from './block.ts'
import type { HostedToolBlock } from './hosted-tool.ts'
import type { StreamEvent } from './stream-event.ts'
import { finishToolInput } from './tool-input.ts'

/** A tool call whose arguments are still arriving. */
interface OpenCall {
  type: 'open_call'
  id: string
  name: string
  fragments: string
}

/** The last of the blocks that are closed, and those before it. */
interface Closed {
  readonly index: number
  readonly block: ContentBlock
  readonly before: Closed | null
}

/**
 * An answer in the making. An event replaces `open` or puts one link before the chain of closed blocks, so that it costs
 * the same however long the answer is already. Closed blocks do not change, but for what a provider says later of a tool
 * that it ran, or of a text's sources.
 */
export interface Draft {
  readonly closed: Closed | null
  readonly open: {
    readonly index: number
    readonly block: TextBlock | ThinkingBlock | OpenCall | HostedToolBlock
  } | null
}

export const EMPTY_DRAFT: Draft = { closed: null, open: null }

/** The one fold from events to content: machines, server, browser and tests all use it. Returns `draft` itself when nothing changed. */
export function fold(draft: Draft, event: StreamEvent): Draft {
  switch (event.type) {
    case 'message.start':
      return draft
    case 'text.delta': {
      if (event.text === '' && draft.open?.index === event.content_block_index) return draft
      const open = openAt(draft, event.content_block_index, 'text')
      return open
        ? {
            closed: draft.closed,
            open: { index: open.index, block: { ...open.block, text: open.block.text + event.text } },
          }
        : begin(draft, event.content_block_index, { type: 'text', text: event.text })
    }
    case 'thinking.delta': {
      const open = openAt(draft, event.content_block_index, 'thinking')
      if (open && event.text === '' && event.signature === undefined) return draft
      const block: ThinkingBlock = open ? { ...open.block } : { type: 'thinking', text: '' }
      block.text += event.text
      if (event.signature !== undefined) block.signature = event.signature
      return open
        ? { closed: draft.closed, open: { index: open.index, block } }
        : begin(draft, event.content_block_index, block)
    }
    case 'tool.use_start':
      return begin(draft, event.content_block_index, {
        type: 'open_call',
        id: event.tool_use_id,
        name: event.tool_name,
        fragments: '',
      })
    case 'tool.use_input_delta': {
      const open = openAt(draft, event.content_block_index, 'open_call')
      if (!open || event.partial_json === '') return draft
      const block = { ...open.block, fragments: open.block.fragments + event.partial_json }
      return { closed: draft.closed, open: { index: open.index, block } }
    }
    case 'tool.use_end': {
      const open = openAt(draft, event.content_block_index, 'open_call')
      if (!open) return draft
      const call: ToolUseBlock = {
        type: 'tool_use',
        id: open.block.id,
        name: open.block.name,
        input: event.final_input,
      }
      if (event.raw_input !== undefined) call.raw_input = event.raw_input
      return { closed: { index: open.index, block: call, before: draft.closed }, open: null }
    }
    case 'text.citation': {
      const cited = <B>(block: B | TextBlock) =>
        isText(block) ? { ...block, citations: [...(block.citations ?? []), event.citation] } : block
      return changedAt(draft, event.content_block_index, cited) ?? draft
    }
    case 'hosted_tool.update': {
      const updated = <B>(block: B | HostedToolBlock) => (isHosted(block) ? event.block : block)
      const { content_block_index: index, block } = event
      return changedAt(draft, index, updated) ?? begin(draft, index, block)
    }
    case 'message.complete':
      return { closed: closedBlocks(event.final_content), open: null }
    default:
      return assertNever(event)
  }
}

/** Who writes an answer, as its events say; `model` is what those before said. */
export function writerAfter(model: string | null, event: StreamEvent): string | null {
  return event.type === 'message.start' || event.type === 'message.complete' ? event.model : model
}

/** The content as it stands; an open call has the input that parses so far, or `{}` and its raw text. */
export function draftContent(draft: Draft): ContentBlock[] {
  const content = draft.open ? [close(draft.open.block)] : []
  for (let link = draft.closed; link; link = link.before) content.push(link.block)
  return content.reverse()
}

/** `content` as the closed part of a draft. */
export function closedBlocks(content: readonly ContentBlock[]): Draft['closed'] {
  return content.reduce<Closed | null>((before, block, index) => ({ index, block, before }), null)
}

type OpenBlock = NonNullable<Draft['open']>['block']

function openAt<T extends OpenBlock['type']>(draft: Draft, index: number, type: T) {
  const open = draft.open
  return open?.index === index && open.block.type === type
    ? { index, block: open.block as Extract<OpenBlock, { type: T }> }
    : undefined
}

/** Null where no block has this index yet. */
function changedAt(
  { open, closed }: Draft,
  index: number,
  change: <B extends OpenBlock | ContentBlock>(block: B) => B | TextBlock | HostedToolBlock,
): Draft | null {
  if (open?.index === index) return { closed, open: { index, block: change(open.block) } }
  const passed: Closed[] = []
  let link = closed
  for (; link && link.index > index; link = link.before) passed.push(link)
  if (link?.index !== index) return null
  const changed: Closed = { ...link, block: change(link.block) }
  return { closed: passed.reduceRight<Closed>((before, each) => ({ ...each, before }), changed), open }
}

function isText(block: unknown): block is TextBlock {
  return (block as TextBlock).type === 'text'
}

function isHosted(block: unknown): block is HostedToolBlock {
  return (block as HostedToolBlock).type === 'hosted_tool'
}

function begin(draft: Draft, index: number, block: OpenBlock): Draft {
  const { open, closed } = draft
  return {
    closed: open ? { index: open.index, block: close(open.block), before: closed } : closed,
    open: { index, block },
  }
}

function close(block: OpenBlock): ContentBlock {
  if (block.type !== 'open_call') return block
  return { type: 'tool_use', id: block.id, name: block.name, ...finishToolInput(block.fragments) }
}
