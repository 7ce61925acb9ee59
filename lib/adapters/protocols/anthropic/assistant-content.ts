import { assertNever } from '../../../assert-never.ts'
import type { ContentBlock } from '../../../canonical/block.ts'
import type { Message } from '../../../canonical/message.ts'
import { soundCall } from '../../history/call-arguments.ts'
import { ownRaw } from '../../history/producer.ts'
import { type StoredContent, storedIndex } from '../../history/stored-content.ts'
import type { Target } from '../../protocol.ts'
import type { ProviderRaw } from './provider-raw.ts'
import { readProviderRaw } from './provider-raw.ts'
import { wireToolName } from './tool-name.ts'
import { isBlank, textBlock, withoutSoleBlankText } from './user-content.ts'
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
  const blocks =
    raw === null
      ? message.content.flatMap((block) => assistantBlock(block, message, context) ?? [])
      : replay(message, readProviderRaw(raw), context)
  const ordered = callsLast(blocks, (moved) => {
    const reason = 'what stands behind a tool call is refused: it is sent in front of the call'
    context.target.project({ message_id: message.id, block_type: moved.type, action: 'repaired', reason })
  })
  return withoutTrailingThinking(withoutBlankText(ordered, message, context.target), message, context.target)
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
  const project = (action: 'dropped' | 'converted', reason: string) =>
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
      const { name, input } = soundCall(block, message, context.target, { wireName: wireToolName, takesText: false })
      return { type: 'tool_use', id: context.wireId(block.id), name, input }
    }
    case 'image':
      // A placeholder is not the picture: for a critical message that is a drop.
      project(message.metadata.critical ? 'dropped' : 'converted', 'an answer cannot hold a picture here')
      return textBlock('[image omitted: it was part of an answer]')
    case 'tool_result':
    case 'document':
    // Clean history has none here.
    // What the API sent of it goes back in its place.
    case 'hosted_tool':
      return null
    default:
      return assertNever(block)
  }
}

/**
 * Within each stretch between thinking blocks the calls come last (wire-rule 26), also where the very model that gets it
 * back wrote it otherwise. To `[tool_use, text]`, then the result, the API answers 400 "`tool_use` ids were found without
 * `tool_result` blocks immediately after" (recorded on 2026-05-04: anomalyco/opencode, `packages/llm` recordings,
 * `rejects-malformed-assistant-tool-order-without-patch`; so do anthropics/claude-code#473 and vercel/ai#13013 for a
 * server tool behind a call). Design §3.23 holds order to be kept here: 2026-11-22, it cannot be. `onMove` gets the first
 * block that changes its place, blank text apart.
 */
export function callsLast(blocks: WireBlock[], onMove: (moved: WireBlock) => void): WireBlock[] {
  const ordered: WireBlock[] = []
  let calls: WireBlock[] = []
  let hasMoved = false
  for (const block of blocks) {
    if (isThinking(block)) {
      ordered.push(...calls)
      calls = []
    }
    if (block.type === 'tool_use') {
      calls.push(block)
      continue
    }
    if (calls.length > 0 && !hasMoved && !isBlank(block)) {
      hasMoved = true
      onMove(block)
    }
    ordered.push(block)
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
