import { assertNever } from '../../assert-never.ts'
import type {
  ContentBlock,
  ImageBlock,
  RedactedThinkingBlock,
  ThinkingBlock,
  ToolUseBlock,
} from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'
import type { Target } from '../protocol.ts'

export interface AnswerParts {
  texts: string[]
  calls: ToolUseBlock[]
  thoughts: ThinkingBlock[]
  redacted: RedactedThinkingBlock[]
  pictures: ImageBlock[]
}

/**
 * The blocks of an answer by kind, for wires that keep each kind in a field of its own. Text that something else
 * interrupted reads on after a blank line, unless this wire had it in one piece (`isOwn`).
 */
export function answerParts({ content }: Message, isOwn: boolean): AnswerParts {
  const parts: AnswerParts = { texts: [], calls: [], thoughts: [], redacted: [], pictures: [] }
  let isInterrupted = false
  for (const block of content) {
    switch (block.type) {
      case 'text':
        if (isInterrupted && !isOwn && parts.texts.length > 0) parts.texts.push('\n\n')
        parts.texts.push(block.text)
        isInterrupted = false
        continue
      case 'tool_use':
        parts.calls.push(block)
        break
      case 'thinking':
        parts.thoughts.push(block)
        break
      case 'redacted_thinking':
        parts.redacted.push(block)
        break
      case 'image':
        parts.pictures.push(block)
        break
      case 'document':
      case 'tool_result':
      case 'hosted_tool':
        // Clean history has no result here; what ran at the host has no place on these wires, and interrupts nothing.
        continue
      default:
        assertNever(block)
    }
    isInterrupted = true
  }
  return parts
}

/**
 * On a wire that keeps these kinds apart, in this order, a block that stands behind one of a later kind moves in front of
 * it. That is recorded, once for each message (design §3.23).
 */
export function reportMoves(message: Message, target: Target, kinds: readonly ContentBlock['type'][]): void {
  let latest = 0
  for (const block of message.content) {
    const place = kinds.indexOf(block.type)
    if (place === -1 || (block.type === 'text' && block.text.trim() === '')) continue
    if (place < latest) {
      const reason = `this format has no place for it behind what came before it: it is sent in front of ${kinds[latest]}`
      target.project({ message_id: message.id, block_type: block.type, action: 'converted', reason })
      return
    }
    latest = place
  }
}
