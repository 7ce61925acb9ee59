import { sql } from 'drizzle-orm'
import type { SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freeText, json, timestamp } from './column.ts'
import { users } from './people-schema.ts'
import { sessionId } from './schema.ts'

/** Sealed copies of parts of chats. One that was revoked keeps its row, with nothing of the chat in it. */
export const shares = sqliteTable(
  'shares',
  {
    id: text('id').primaryKey(),
    session_id: sessionId(),
    owner_id: text('owner_id').notNull(),
    /** Hex SHA-256 of what the link holds: the database alone opens none. */
    token_hash: text('token_hash').notNull(),
    /** What its owner's token is made of anew, with a secret that is not in the database. */
    nonce: text('nonce').notNull(),
    /** As it is shown; NULL for none. */
    title: freeText('title'),
    audience: text('audience', { enum: ['link', 'people'] }).notNull(),
    /** Whether others may be told the title before the share is opened. */
    shows_title: integer('shows_title', { mode: 'boolean' }).notNull(),
    /** What was chosen of the chat, to begin the next choice with. */
    content_json: json('content_json').notNull(),
    /** NULL when it was revoked. */
    snapshot_json: json('snapshot_json'),
    snapshot_hash: text('snapshot_hash').notNull(),
    messages: integer('messages').notNull(),
    /** As its hash (`lib/people/passwords.ts`); NULL for none. */
    password: text('password'),
    created_at: timestamp('created_at').notNull(),
    /** Of this snapshot: a newer one may have taken the place of the first. */
    published_at: timestamp('published_at').notNull(),
    expires_at: timestamp('expires_at'),
    max_views: integer('max_views'),
    views: integer('views').notNull().default(0),
    last_viewed_at: timestamp('last_viewed_at'),
    revoked_at: timestamp('revoked_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    uniqueIndex('idx_shares_token').on(table.token_hash),
    index('idx_shares_session').on(table.session_id),
    index('idx_shares_owner').on(table.owner_id, table.id),
    index('idx_shares_expires').on(table.expires_at).where(sql`snapshot_json IS NOT NULL`),
  ],
)

const shareId = () =>
  text('share_id')
    .notNull()
    .references(() => shares.id, { onDelete: 'cascade' })

/** Whom a share is for that is not for everyone with its link. */
export const sharePeople = sqliteTable(
  'share_people',
  {
    share_id: shareId(),
    user_id: text('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.share_id, table.user_id] }),
    index('idx_share_people_user').on(table.user_id),
  ],
)

/** Pictures of a share, made for it. In the database, so that they go with it in the same write. */
export const shareFiles = sqliteTable(
  'share_files',
  {
    share_id: shareId(),
    /** Hex SHA-256 of the bytes. */
    hash: text('hash').notNull(),
    media_type: text('media_type').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [primaryKey({ columns: [table.share_id, table.hash] })],
)
