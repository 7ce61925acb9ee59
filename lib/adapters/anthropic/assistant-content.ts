import { assertNever } from '../../assert-never.ts'
import type { ContentBlock } from '../../canonical/block.ts'
import { isJsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import { ownRaw } from '../producer.ts'
import type { Target } from '../protocol.ts'
import { type StoredContent, storedIndex } from '../stored-content.ts'
import type { ProviderRaw } from './provider-raw.ts'
import { readProviderRaw } from './provider-raw.ts'
import { wireToolName } from './tool-name.ts'
import { textBlock, withoutSoleBlankText } from './user-content.ts'
import type { WireBlock } from './wire.ts'
import { isThinking } from './wire.ts'

/** Stands between two blocks of thinking for blank text, which is refused. */
const PAUSE = '…'

export interface AssistantContext {
  target: Target
  wireId: (canonicalId: string) => string
  stored: StoredContent
}

/**
 * An answer as history. What this very model wrote goes back block for block, with what only its wire knows in its old
 * place (design §3.20); any other answer is laid out as the wire wants it.
 */
export function assistantContent(message: Message, context: AssistantContext): WireBlock[] {
  const raw = ownRaw(message, context.target)
  const blocks = raw === null ? foreignBlocks(message, context) : replay(message, readProviderRaw(raw), context)
  return withoutTrailingThinking(withoutBlankText(blocks, message, context.target), message, context.target)
}

function foreignBlocks(message: Message, context: AssistantContext): WireBlock[] {
  return callsLast(message.content.flatMap((block) => assistantBlock(block, message, context) ?? []))
}

function replay(message: Message, raw: ProviderRaw, context: AssistantContext): WireBlock[] {
  const stored = context.stored(message)
  const pending = raw.blocks.toSorted((a, b) => a.index - b.index)
  const blocks: WireBlock[] = []
  for (const block of message.content) {
    const index = storedIndex(stored, block)
    while (pending[0] !== undefined && index !== null && pending[0].index <= index) {
      blocks.push(pending[0].block)
      pending.shift()
    }
    const wire = assistantBlock(block, message, context)
    if (wire !== null) blocks.push({ ...wire, ...(index === null ? undefined : raw.fields.get(index)) })
  }
  return [...blocks, ...pending.map(({ block }) => block)]
}

function assistantBlock(block: ContentBlock, message: Message, context: AssistantContext): WireBlock | null {
  const project = (action: 'dropped' | 'converted' | 'repaired', reason: string) =>
    context.target.project({ message_id: message.id, block_type: block.type, action, reason })
  switch (block.type) {
    case 'text':
      return textBlock(block.text)
    case 'thinking':
      if (block.signature) return { type: 'thinking', thinking: block.text, signature: block.signature }
      project('dropped', 'thinking without a signature is refused')
      return null
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data }
    case 'tool_use': {
      const name = wireToolName(block.name)
      if (name !== block.name) project('repaired', 'the tool name has characters that the provider refuses')
      // Arguments that are no object cannot go back; the call's error result says what they were (wire-rule 27).
      const input = isJsonObject(block.input) ? block.input : {}
      return { type: 'tool_use', id: context.wireId(block.id), name, input }
    }
    case 'image':
      // A placeholder is not the picture: for a critical message that is a drop.
      project(message.metadata.critical ? 'dropped' : 'converted', 'an answer cannot hold a picture here')
      return textBlock('[image omitted: it was part of an answer]')
    case 'tool_result':
      return null
    default:
      return assertNever(block)
  }
}

/** Within each stretch between thinking blocks the calls come last (wire-rule 26). */
export function callsLast(blocks: WireBlock[]): WireBlock[] {
  const ordered: WireBlock[] = []
  let calls: WireBlock[] = []
  for (const block of blocks) {
    if (isThinking(block)) {
      ordered.push(...calls)
      calls = []
    }
    if (block.type === 'tool_use') calls.push(block)
    else ordered.push(block)
  }
  return [...ordered, ...calls]
}

/** Two thoughts do not become neighbours where blank text cannot stay: side by side they can be refused (wire-rule 41). */
function withoutBlankText(blocks: WireBlock[], message: Message, target: Target): WireBlock[] {
  const left = new Set(withoutSoleBlankText(blocks))
  const end = blocks.findLastIndex((block) => left.has(block) && !isThinking(block))
  const kept: WireBlock[] = []
  blocks.forEach((block, at) => {
    const [before, after] = [kept.at(-1), blocks[at + 1]]
    if (left.has(block)) {
      kept.push(block)
    } else if (at < end && before && after && isThinking(before) && isThinking(after)) {
      const reason = 'blank text between two blocks of thinking is refused'
      target.project({ message_id: message.id, block_type: 'text', action: 'repaired', reason })
      kept.push(textBlock(PAUSE))
    }
  })
  return kept
}

/** "The final block in an assistant message cannot be `thinking`": an answer that stopped there has said nothing. */
function withoutTrailingThinking(blocks: WireBlock[], message: Message, target: Target): WireBlock[] {
  const end = blocks.findLastIndex((block) => !isThinking(block)) + 1
  for (const block of blocks.slice(end)) {
    target.project({
      message_id: message.id,
      block_type: block.type,
      action: 'dropped',
      reason: 'no answer followed the thinking',
    })
  }
  return blocks.slice(0, end)
}
