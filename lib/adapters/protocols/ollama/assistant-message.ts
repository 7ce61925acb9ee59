import type { ImageBlock, ToolUseBlock } from '../../../canonical/block.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import type { Message } from '../../../canonical/message.ts'
import { answerParts, reportMoves } from '../../answer/answer-parts.ts'
import { soundCall } from '../../history/call-arguments.ts'
import { isProducer } from '../../history/producer.ts'
import type { Target } from '../../protocol.ts'
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
  reportMoves(message, target, ['thinking', 'text', 'tool_use'])
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
  call: ToolUseBlock,
  message: Message,
  target: Target,
  wireId: (canonicalId: string) => string,
): JsonObject {
  const { name, input } = soundCall(call, message, target, { wireName: (each) => each, takesText: false })
  return { id: wireId(call.id), function: { name, arguments: input } }
}
