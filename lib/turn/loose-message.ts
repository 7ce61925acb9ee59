import type { ContentBlock } from '../canonical/block.ts'
import { newId } from '../canonical/id.ts'
import { type Message, SCHEMA_VERSION } from '../canonical/message.ts'

/** A message of the user that stands in no chat. */
export function looseMessage(session_id: string, content: ContentBlock[], created_at: string): Message {
  return { id: newId(), session_id, role: 'user', content, metadata: {}, created_at, schema_version: SCHEMA_VERSION }
}
