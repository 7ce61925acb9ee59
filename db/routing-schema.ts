import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { freeText, timestamp } from './column.ts'

/** Routing rules as they were saved. A row never changes and never goes: the database itself refuses it (triggers). */
export const routingRules = sqliteTable('routing_rules', {
  version: integer('version').primaryKey(),
  text: freeText('text').notNull(),
  note: freeText('note').notNull(),
  author: text('author').notNull(),
  created_at: timestamp('created_at').notNull(),
})
