import type { ContentBlock } from './block.ts'
import type { Message } from './message.ts'

/**
 * The block that stands for a stored message which cannot be read. To all that handles content it is a block of an unknown
 * type: shown as such, left out of requests with a record, and never written back.
 */
export const UNREADABLE = 'unreadable'

type Place = Pick<Message, 'id' | 'session_id' | 'role' | 'created_at' | 'schema_version'> & {
  turn_id?: string | undefined
}

/** Keeps the place of a stored message that cannot be read. */
export function unreadableMessage({ turn_id, ...place }: Place): Message {
  return {
    ...place,
    content: [{ type: UNREADABLE }] as unknown as Message['content'],
    metadata: { status: 'error', ...(turn_id !== undefined && { turn_id }) },
  }
}

export function isUnreadable({ content }: { content: readonly ContentBlock[] }): boolean {
  return content.some(({ type }) => (type as string) === UNREADABLE)
}
