import { sql } from 'drizzle-orm'
import type { SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freeText, json, timestamp } from './column.ts'

/** One row for each file that somebody gave to be imported, until they throw it away. */
export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    owner_id: text('owner_id').notNull(),
    state: text('state', {
      enum: ['reading', 'ready', 'applying', 'applied', 'failed', 'undoing', 'undone'],
    }).notNull(),
    /** What wrote the file; NULL until that is known. */
    source: text('source'),
    /** As its person called it. */
    file_name: freeText('file_name'),
    byte_size: integer('byte_size').notNull(),
    created_at: timestamp('created_at').notNull(),
    changed_at: timestamp('changed_at').notNull(),
    /** What its person chose; NULL before they did. */
    choices_json: json('choices_json'),
    /** What is not of a single item: counts, and what does not come along. */
    found_json: json('found_json'),
    /** How far the reading is. */
    read: integer('read').notNull().default(0),
    read_of: integer('read_of').notNull().default(0),
    /** Why it failed, for people. */
    failure_json: json('failure_json'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    index('idx_imports_owner').on(table.owner_id, table.id),
    // Two at once would each create what the other creates.
    uniqueIndex('idx_imports_busy').on(table.owner_id).where(sql`state IN ('reading', 'applying', 'undoing')`),
  ],
)

/** What is in such a file, in its order, and what became of it. */
export const importItems = sqliteTable(
  'import_items',
  {
    import_id: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind', { enum: ['chat', 'calls', 'preset', 'settings'] }).notNull(),
    /** What its product calls it; NULL where that cannot be read. */
    external_id: freeText('external_id'),
    title: freeText('title'),
    /** Of what it says: the same hash is the same again. */
    hash: text('hash'),
    verdict: text('verdict', { enum: ['new', 'here', 'conflict', 'taken', 'bad'] }).notNull(),
    /** Why it cannot be imported, or was not. */
    reason: freeText('reason'),
    counts_json: json('counts_json'),
    state: text('state', { enum: ['listed', 'applied', 'failed', 'undone', 'kept'] }).notNull(),
    /** What it became; of a chat that is here already, that one. */
    target_id: text('target_id'),
    /** What the chat was right after the import, to know whether it was changed since. */
    mark: text('mark'),
    /** The calls that came with it, and were not here before. */
    call_ids_json: json('call_ids_json'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.import_id, table.position] }),
    index('idx_import_items_external').on(table.external_id, table.hash).where(sql`state = 'applied'`),
  ],
)
