import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { freeText, timestamp } from './column.ts'
import { sessionId } from './schema.ts'

/** What models said of pictures, for models that take none: once for each person. */
export const pictureDescriptions = sqliteTable(
  'picture_descriptions',
  {
    owner_id: text('owner_id').notNull(),
    /** SHA-256 of the picture's bytes. */
    hash: text('hash').notNull(),
    model: text('model').notNull(),
    text: freeText('text').notNull(),
    created_at: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner_id, table.hash] })],
)

/** Summaries that go in the place of the beginning of a chat. A row never changes. */
export const briefs = sqliteTable(
  'briefs',
  {
    session_id: sessionId(),
    id: text('id').notNull(),
    /** The last message that it stands for. */
    up_to: text('up_to').notNull(),
    /** Of the ids of all messages that it stands for. */
    path_hash: text('path_hash').notNull(),
    /** The model that wrote it. */
    model: text('model').notNull(),
    text: freeText('text').notNull(),
    created_at: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.session_id, table.id] })],
)
