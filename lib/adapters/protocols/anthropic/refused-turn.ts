import { beginsTurn, type Message } from '../../../canonical/message.ts'
import { isProducer } from '../../history/producer.ts'
import type { HistoryTarget } from '../../protocol.ts'

/**
 * Without the turns that this model refused to go on with: "you must reset the conversation context …, attempting to
 * continue without resetting will result in continued refusals" (wire-rule 165). Question and all, for it is the question
 * that is refused; another model gets the turn, and may be asked about it.
 */
export function withoutRefusedTurns(messages: readonly Message[], target: HistoryTarget): Message[] {
  const refused = new Set<Message>()
  const isQuestion = (message: Message, at: number) => beginsTurn(message, messages[at - 1])
  const lastQuestion = messages.findLastIndex(isQuestion)
  for (const [index, message] of messages.entries()) {
    if (message.metadata.stop_reason !== 'refusal' || !isProducer(message, target) || index > lastQuestion) continue
    const question = messages.slice(0, index).findLastIndex(isQuestion)
    for (const each of messages.slice(Math.max(0, question), index + 1)) refused.add(each)
  }
  for (const { id: message_id, content } of refused) {
    for (const { type: block_type } of content) {
      const reason = 'the model refused this turn, and would refuse whatever follows it'
      target.project({ message_id, block_type, action: 'dropped', reason })
    }
  }
  return messages.filter((message) => !refused.has(message))
}
