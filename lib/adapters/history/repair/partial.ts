import type { Message } from '../../../canonical/message.ts'
import { statusOf } from '../../../canonical/message.ts'
import type { HistoryTarget } from '../../protocol.ts'

/** An answer that is still being written is no part of the history yet: what there is of it is left out, and recorded. */
export function dropPartial(messages: readonly Message[], { target }: { target: HistoryTarget }): Message[] {
  return messages.filter((message) => {
    if (statusOf(message) !== 'partial') return true
    for (const { type: block_type } of message.content) {
      const reason = 'the answer is not finished'
      target.project({ message_id: message.id, block_type, action: 'dropped', reason })
    }
    return false
  })
}
