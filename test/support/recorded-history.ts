import type { CanonicalRequest } from '#lib/adapters/adapter.ts'
import { cleanHistory } from '#lib/adapters/history/repair.ts'
import type { Target } from '#lib/adapters/protocol.ts'
import type { Message } from '#lib/canonical/message.ts'
import { canonicalRequest, testTarget } from './message-builder.ts'

/** What is recorded of a history: for the message at which place, which type, what was done, why. */
export function recorded(messages: Message[], fields: Partial<Target> = {}, request: Partial<CanonicalRequest> = {}) {
  const target = testTarget(fields)
  const history = cleanHistory(canonicalRequest({ messages, ...request }), target)
  const records = target.records.map(({ message_id, block_type, action, reason }) => {
    return [messages.findIndex(({ id }) => id === message_id), block_type, action, reason]
  })
  return { records, contents: history.messages.map(({ role, content }) => [role, content]) }
}
