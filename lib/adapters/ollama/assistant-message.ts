import type { ImageBlock, ToolUseBlock } from '../../canonical/block.ts'
import type { JsonObject } from '../../canonical/json.ts'
import type { Message } from '../../canonical/message.ts'
import { answerParts } from '../answer-parts.ts'
import { isProducer } from '../producer.ts'
import type { Target } from '../protocol.ts'
import type { WireMessage } from './wire.ts'

/**
 * An answer as it goes back into the conversation. Thinking that clean history still holds is the target's own, and goes
 * back for the sake of the server's cache (wire-rule 88). `wire` is null where nothing is left to say.
 */
export function assistantMessage(
  message: Message,
  target: Target,
  wireId: (canonicalId: string) => string,
): { wire: WireMessage | null; pictures: ImageBlock[] } {
  const { texts, calls, thoughts, redacted, pictures } = answerParts(message, isProducer(message, target))
  for (const { type: block_type } of redacted) {
    target.project({ message_id: message.id, block_type, action: 'dropped', reason: 'Ollama has no place for it' })
  }
  const thinking = thoughts.map(({ text }) => text).join('')
  const content = texts.join('')
  if (content === '' && thinking === '' && calls.length === 0) return { wire: null, pictures }
  const wire: WireMessage = {
    role: 'assistant',
    content,
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => wireCall(call, message, target, wireId)) }),
  }
  return { wire, pictures }
}

/** The arguments are an object (wire-rule 84): text that is none goes inside one. */
function wireCall(
  { id, name, input, raw_input }: ToolUseBlock,
  message: Message,
  target: Target,
  wireId: (canonicalId: string) => string,
): JsonObject {
  if (raw_input === undefined) return { id: wireId(id), function: { name, arguments: input } }
  const reason = 'its arguments are no JSON object: they go inside one'
  target.project({ message_id: message.id, block_type: 'tool_use', action: 'repaired', reason })
  return { id: wireId(id), function: { name, arguments: { INVALID_JSON: raw_input } } }
}
