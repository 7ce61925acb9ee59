import { timeOfId } from '#lib/canonical/id.ts'
import type { Message } from '#lib/canonical/message.ts'
import { SCHEMA_VERSION, statusOf } from '#lib/canonical/message.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { isUnreadable, unreadableMessage } from '#lib/canonical/unreadable.ts'
import { parseStoredMessage } from '#lib/canonical/upgrade.ts'
import type { PlacedMessage } from '#lib/store/store.ts'
import { messages } from './schema.ts'
import { decodeRow, type ReportDamage, type StoredRow } from './stored-row.ts'

type MessageRow = typeof messages.$inferSelect

/** Names the message; what is wrong with it is in the cause. */
export class StoredMessageError extends Error {
  override readonly name = 'StoredMessageError'
}

/**
 * Throws a `StoredMessageError` for a message that could not be read again: nothing gets in that cannot get out, and what
 * stands for a damaged message does not take its place.
 */
export function rowOfMessage({ message, parent_id }: PlacedMessage): MessageRow {
  if (isUnreadable(message))
    throw new StoredMessageError(`message ${message.id} only stands for one that cannot be read`)
  assertReadable(message)
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

/**
 * A message that cannot be read is one that says so, in its place, whatever is wrong with its row. `read` brings what an
 * older version stored to this one.
 */
export function messageOfRow(
  stored: StoredRow<typeof messages>,
  report: ReportDamage,
  read: (stored: unknown) => Message = parseStoredMessage,
): Message {
  try {
    const { content_json: content, metadata_json: metadata, extra_json: extra, ...row } = decodeRow(messages, stored)
    const { id, session_id, role, created_at, schema_version } = row
    return read({ id, session_id, role, content, metadata, created_at, schema_version, ...(extra as object | null) })
  } catch (error) {
    report('messages', stored.id, error)
    const { id, session_id, role, turn_id } = stored
    return unreadableMessage({
      id: String(id),
      session_id: String(session_id),
      // Only what a person said stands on their side; a result, which would show in the card of its call, stands by itself.
      role: role === 'user' ? 'user' : 'assistant',
      created_at: formatTimestamp(timeOfId(String(id)) * 1000),
      schema_version: SCHEMA_VERSION,
      turn_id: typeof turn_id === 'string' ? turn_id : undefined,
    })
  }
}

export function placedOfRow(stored: StoredRow<typeof messages>, report: ReportDamage): PlacedMessage {
  const { parent_id } = stored
  return { message: messageOfRow(stored, report), parent_id: typeof parent_id === 'string' ? parent_id : null }
}

function assertReadable(message: Message): void {
  try {
    parseStoredMessage(message)
  } catch (cause) {
    throw new StoredMessageError(`message ${message.id} is not in the canonical format`, { cause })
  }
}
