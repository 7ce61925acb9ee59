import type { Message } from '#lib/canonical/message.ts'
import { statusOf } from '#lib/canonical/message.ts'
import { parseStoredMessage } from '#lib/canonical/upgrade.ts'
import type { PlacedMessage } from '#lib/session/store.ts'
import type { messages } from './schema.ts'

type MessageRow = typeof messages.$inferSelect

/** Names the message; what is wrong with it is in the cause. */
export class StoredMessageError extends Error {
  override readonly name = 'StoredMessageError'
}

/** Throws a `StoredMessageError` for a message that could not be read again: nothing gets in that cannot get out. */
export function rowOfMessage({ message, parent_id }: PlacedMessage): MessageRow {
  parse(message.id, message)
  const { id, session_id, role, content, metadata, created_at, schema_version, ...extra } = message
  return {
    id,
    session_id,
    role,
    content_json: content,
    metadata_json: metadata,
    created_at,
    schema_version,
    parent_id,
    status: statusOf(message),
    turn_id: metadata.turn_id ?? null,
    extra_json: Object.keys(extra).length > 0 ? extra : null,
  }
}

export function messageOfRow(row: MessageRow): Message {
  const { id, session_id, role, created_at, schema_version } = row
  const { content_json: content, metadata_json: metadata, extra_json: extra } = row
  return parse(id, { id, session_id, role, content, metadata, created_at, schema_version, ...(extra as object | null) })
}

function parse(id: string, message: object): Message {
  try {
    return parseStoredMessage(message)
  } catch (error) {
    throw new StoredMessageError(`message ${id} is not in the canonical format`, { cause: error })
  }
}
