import { callsLast } from './assistant-content.ts'
import { textBlock } from './user-content.ts'
import type { WireBlock, WireMessage } from './wire.ts'
import { isThinking } from './wire.ts'

/**
 * A last turn of the assistant's is a beginning that the answer goes on from. Its text may not end in white space
 * (wire-rule 30), it may not end in thinking, and with thinking off it may not hold any (wire-rule 38).
 */
export function finishPrefill(
  turns: WireMessage[],
  isThinkingOff: boolean,
  onChange: (action: 'dropped' | 'repaired', block: WireBlock) => void,
): void {
  const last = turns.at(-1)
  if (last?.role !== 'assistant') return
  if (isThinkingOff && last.content.some(isThinking)) {
    for (const block of last.content.filter(isThinking)) onChange('dropped', block)
    // Without the thinking between them, stretches have become one.
    last.content = callsLast(
      last.content.filter((block) => !isThinking(block)),
      (moved) => onChange('repaired', moved),
    )
  }
  for (let end = last.content.pop(); end !== undefined; end = last.content.pop()) {
    if (isThinking(end)) {
      onChange('dropped', end)
      continue
    }
    const block = end.type === 'text' ? { ...end, text: String(end.text).trimEnd() } : end
    if (block.text === '') continue
    last.content.push(block)
    return
  }
}

/** What the user says where the model takes no last turn of the assistant's. */
const GO_ON = 'Go on.'

/**
 * "This model does not support assistant message prefill. The conversation must end with a user message" (wire-rule 132):
 * what is said for the user behind such a last turn, and stays there when an answer has followed. An answer that waits for
 * a tool, ours or the provider's, is none.
 */
export function askToGoOn(last: WireMessage | undefined): WireMessage | null {
  const end = last?.content.findLast((block) => !isThinking(block))
  if (last?.role !== 'assistant' || end?.type !== 'text') return null
  if (last.content.some(({ type }) => type === 'tool_use')) return null
  return { role: 'user', content: [textBlock(GO_ON)] }
}
