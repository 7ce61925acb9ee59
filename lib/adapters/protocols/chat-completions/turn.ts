import type { JsonValue } from '../../../canonical/json.ts'
import { isText } from '../../answer/wire-text.ts'
import type { WireMessage } from './wire.ts'

/**
 * Adds a message to the conversation: to the one before where the same speaker goes on (wire-rule 2). A failed answer
 * leaves two questions side by side, and strict hosts refuse such a conversation for ever.
 *
 * llama.cpp: Conversation roles must alternate user/assistant/user/assistant/...
 * DeepSeek: deepseek-reasoner does not support successive user or assistant messages
 */
export function say(messages: WireMessage[], message: WireMessage): void {
  const last = messages.at(-1)
  if (last !== undefined && goesOn(last, message)) messages[messages.length - 1] = merged(last, message)
  else messages.push(message)
}

function goesOn(last: WireMessage, { role }: WireMessage): boolean {
  // What follows calls are their results.
  return last.role === role && (role === 'user' || (role === 'assistant' && last.tool_calls === undefined))
}

function merged(first: WireMessage, second: WireMessage): WireMessage {
  const message: WireMessage = { ...first, ...second, content: joinedContent(first.content, second.content) }
  for (const [field, value] of Object.entries(first)) {
    const later = second[field]
    if (Array.isArray(value) && Array.isArray(later) && field !== 'content') message[field] = [...value, ...later]
  }
  return message
}

/** A plain string while both are: not all hosts take parts. */
function joinedContent(first: JsonValue | undefined, second: JsonValue | undefined): JsonValue {
  if (!Array.isArray(first) && !Array.isArray(second)) {
    return [first, second].filter(isText).join('\n\n') || (second ?? null)
  }
  return [...partsOf(first), ...partsOf(second)]
}

function partsOf(content: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(content)) return content
  return isText(content) ? [{ type: 'text', text: content }] : []
}
