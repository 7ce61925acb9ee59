import { isBlockOf } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { ToolCall } from '../store/store.ts'

/** What the store keeps of the calls in an answer. */
export function toolCallRows(
  message: Message,
  providerIds: ReadonlyMap<string, string | null>,
  status: ToolCall['status'],
  provider: string | null,
): ToolCall[] {
  return message.content.filter(isBlockOf('tool_use')).map((block) => ({
    id: block.id,
    session_id: message.session_id,
    message_id: message.id,
    result_message_id: null,
    name: block.name,
    status,
    provider_id: providerIds.get(block.id) ?? null,
    provider,
    created_at: message.created_at,
    completed_at: status === 'pending' ? null : message.created_at,
  }))
}
