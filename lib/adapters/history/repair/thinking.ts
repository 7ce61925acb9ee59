import type { Message } from '../../../canonical/message.ts'
import { statusOf } from '../../../canonical/message.ts'
import type { HistoryTarget } from '../../protocol.ts'
import { isProducer } from '../producer.ts'
import { changeContent } from './content.ts'

/**
 * Thinking is bound to the model that made it (design §3.10): for any other target it is dropped. So is thinking of an
 * interrupted answer that never got its signature: it is incomplete, and no provider accepts it (wire-rule 39).
 */
export function gateThinking(messages: readonly Message[], { target }: { target: HistoryTarget }): Message[] {
  return messages.map((message) => {
    const own = isProducer(message, target)
    const interrupted = statusOf(message) !== 'complete'
    return changeContent(message, (block) => {
      if (block.type !== 'thinking' && block.type !== 'redacted_thinking') return block
      if (own && !(interrupted && block.type === 'thinking' && !block.signature)) return block
      const reason = own
        ? 'the answer was interrupted before the thinking was signed'
        : `made by ${message.metadata.model ?? 'an unknown model'}, and valid for its maker only`
      target.project({ message_id: message.id, block_type: block.type, action: 'dropped', reason })
      return null
    })
  })
}
