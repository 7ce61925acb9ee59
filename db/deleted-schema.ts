import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { json, timestamp } from './column.ts'
import { eventColumns, messageColumns, sessionId, toolCallColumns, turnColumns } from './schema.ts'
import { wireAnswerColumns } from './wire-answer-schema.ts'

// What was deleted of sessions stands here as it stood there, until it is restored or removed: no question for what there is
// has to pass it over, and nothing that is deleted can be met by one that forgets to.

/** One row for each deletion that can be taken back. */
export const deletions = sqliteTable(
  'deletions',
  {
    id: text('id').primaryKey(),
    session_id: sessionId(),
    deleted_at: timestamp('deleted_at').notNull(),
    /** Where the active path ended, and where it ends since. */
    head_before: text('head_before'),
    head_after: text('head_after'),
    /** Messages that stay, by their ids, with the parents that they had. */
    moved_json: json('moved_json').notNull(),
  },
  (table) => [
    index('idx_deletions_session').on(table.session_id, table.id),
    index('idx_deletions_deleted').on(table.deleted_at),
  ],
)

/** It goes with its deletion, and refers to nothing else: what it hung on may be deleted as well. */
const ofDeletion = () => ({
  session_id: text('session_id').notNull(),
  deletion_id: text('deletion_id')
    .notNull()
    .references(() => deletions.id, { onDelete: 'cascade' }),
})

export const deletedMessages = sqliteTable(
  'deleted_messages',
  { ...messageColumns(), ...ofDeletion() },
  ({ deletion_id }) => [index('idx_deleted_messages_deletion').on(deletion_id)],
)

export const deletedToolCalls = sqliteTable(
  'deleted_tool_calls',
  { ...toolCallColumns(), ...ofDeletion() },
  ({ deletion_id }) => [index('idx_deleted_tool_calls_deletion').on(deletion_id)],
)

export const deletedTurns = sqliteTable('deleted_turns', { ...turnColumns(), ...ofDeletion() }, ({ deletion_id }) => [
  index('idx_deleted_turns_deletion').on(deletion_id),
])

export const deletedEvents = sqliteTable(
  'deleted_events',
  { ...eventColumns(), ...ofDeletion() },
  ({ deletion_id }) => [index('idx_deleted_events_deletion').on(deletion_id)],
)

export const deletedWireAnswers = sqliteTable(
  'deleted_wire_answers',
  { ...wireAnswerColumns(), ...ofDeletion() },
  ({ deletion_id }) => [index('idx_deleted_wire_answers_deletion').on(deletion_id)],
)
