import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sessionId } from './schema.ts'

export const wireAnswerColumns = () => ({
  call_id: text('call_id').primaryKey(),
  session_id: sessionId(),
  turn_id: text('turn_id').notNull(),
  message_id: text('message_id').notNull(),
  /** HTTP status. */
  status: integer('status').notNull(),
  /** Of all that came, unpacked. */
  bytes: integer('bytes').notNull(),
  is_cut: integer('is_cut').notNull(),
  /** UTF-8 in Brotli: a stream says the same words around each token. */
  body_br: blob('body_br', { mode: 'buffer' }).notNull(),
})

/** What came over the wire, one row for each attempt that somebody answered. It goes with its message: it says the same. */
export const wireAnswers = sqliteTable('wire_answers', wireAnswerColumns(), (table) => [
  index('idx_wire_answers_message').on(table.session_id, table.message_id),
])
