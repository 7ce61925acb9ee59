import type { SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { freeText, picoDollars, timestamp } from './column.ts'

// Budgets, what is spent of them, and what calls that have not ended yet may still take. Triggers of the database settle a
// call in the write that ends it, whoever makes that: nothing that is told to end a call can forget its budget.

export const budgets = sqliteTable(
  'budgets',
  {
    id: text('id').primaryKey(),
    scope: text('scope', { enum: ['installation', 'person', 'team', 'member'] }).notNull(),
    /** `''` for none: then of a budget of this kind everybody has one of their own. */
    person_id: text('person_id').notNull(),
    team_id: text('team_id').notNull(),
    period: text('period', { enum: ['day', 'month'] }).notNull(),
    /** Whose midnight it begins at. */
    time_zone: text('time_zone').notNull(),
    limit_usd: text('limit_usd').notNull(),
    /** The only model that is asked once it is spent; NULL for none. */
    route_to: freeText('route_to'),
    /** Whether a model without a price may be asked. */
    allows_unpriced: integer('allows_unpriced', { mode: 'boolean' }).notNull(),
    author: freeText('author').notNull(),
    created_at: timestamp('created_at').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    // Two with one limit each could not be told apart.
    uniqueIndex('idx_budgets_scope').on(table.scope, table.team_id, table.person_id, table.period),
  ],
)

const counted = () => ({
  budget_id: text('budget_id')
    .notNull()
    .references(() => budgets.id, { onDelete: 'cascade' }),
  /** Whose share it is, where everybody has one of their own; else `''`. */
  subject: text('subject').notNull(),
  starts_at: timestamp('starts_at').notNull(),
})

/** What calls that began in a day or a month came to. */
export const budgetSpending = sqliteTable(
  'budget_spending',
  {
    ...counted(),
    spent_picousd: picoDollars('spent_picousd').notNull(),
    /** Part of it: the estimates of calls whose end nobody saw, and which may have been billed. */
    uncertain_picousd: picoDollars('uncertain_picousd').notNull(),
    /** Calls that are not in it, or not with all of their parts, for want of a price. */
    unpriced_calls: integer('unpriced_calls').notNull(),
  },
  ({ budget_id, subject, starts_at }): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [budget_id, subject, starts_at] }),
  ],
)

/** What is kept back for a turn, or for a call that is part of none. */
export const budgetHolds = sqliteTable(
  'budget_holds',
  {
    /** The id of the turn, or of the request. */
    hold_id: text('hold_id').notNull(),
    ...counted(),
    /** What its next call was expected to cost. */
    reserved_picousd: picoDollars('reserved_picousd').notNull(),
    /** The same while the call is to come or runs, and 0 when it is settled. */
    held_picousd: picoDollars('held_picousd').notNull(),
    held_at: timestamp('held_at').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.hold_id, table.budget_id] }),
    index('idx_budget_holds_budget').on(table.budget_id, table.subject, table.starts_at),
    index('idx_budget_holds_age').on(table.held_at),
  ],
)
