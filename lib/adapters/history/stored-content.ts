import type { ContentBlock } from '../../canonical/block.ts'
import type { Message } from '../../canonical/message.ts'

/** The stored content of a message, whose indices `provider_raw` speaks of: cleaning may have taken blocks out. */
export type StoredContent = (message: Message) => readonly ContentBlock[]

export function storedContent(messages: readonly Message[]): StoredContent {
  const byId = new Map(messages.map((message) => [message.id, message.content]))
  return (message) => byId.get(message.id) ?? message.content
}

/** `null` for a block that cleaning changed: then the fields that came with it may no longer fit. */
export function storedIndex(stored: readonly ContentBlock[], block: ContentBlock): number | null {
  const index = stored.findIndex(
    (each) => each === block || (each.type === 'tool_use' && block.type === 'tool_use' && each.id === block.id),
  )
  return index === -1 ? null : index
}
