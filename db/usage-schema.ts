import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTableExtraConfigValue } from 'drizzle-orm/sqlite-core'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { freeText, picoDollars, timestamp } from './column.ts'

// What calls of models came to, added up: triggers of the database keep it, in the write of each call, so that no sum is made
// by looking at a million calls. What one call adds is a row of the view `usage_of_calls`, which the migration makes; a day
// and a quarter of an hour are those of UTC, and begin at a whole one. `''` where a call has no such value.

/** Amounts of money stand in whole dollars and 10^-12 dollars, so that no sum is too large for 64 bits. */
const counters = () => ({
  calls: integer('calls').notNull(),
  failed_calls: integer('failed_calls').notNull(),
  /** Those without a price, and those of which a part has none, as `sessions.unpriced_calls`. */
  unpriced_calls: integer('unpriced_calls').notNull(),
  /** Part of `unpriced_calls`. */
  partial_calls: integer('partial_calls').notNull(),
  /** Nobody saw their end, and they may have been billed. */
  unknown_calls: integer('unknown_calls').notNull(),
  estimated_calls: integer('estimated_calls').notNull(),
  input_tokens: integer('input_tokens').notNull(),
  output_tokens: integer('output_tokens').notNull(),
  cached_input_tokens: integer('cached_input_tokens').notNull(),
  cache_creation_input_tokens: integer('cache_creation_input_tokens').notNull(),
  /** Part of `cache_creation_input_tokens`. */
  cache_creation_1h_input_tokens: integer('cache_creation_1h_input_tokens').notNull(),
  /** Part of `output_tokens`. */
  reasoning_tokens: integer('reasoning_tokens').notNull(),
  cost_usd: integer('cost_usd').notNull(),
  cost_picousd: picoDollars('cost_picousd').notNull(),
  /** What the same tokens would have cost more without a cache; below 0 where writing to it cost more. */
  saved_usd: integer('saved_usd').notNull(),
  saved_picousd: picoDollars('saved_picousd').notNull(),
  /** Attempts after the first one. */
  retries: integer('retries').notNull(),
  retries_usd: integer('retries_usd').notNull(),
  retries_picousd: picoDollars('retries_picousd').notNull(),
  /** Of calls of which the time between the first word and the end is known. */
  timed_output_tokens: integer('timed_output_tokens').notNull(),
  timed_ms: integer('timed_ms').notNull(),
  /** What a reprice that holds makes of it, more or less than the stamped cost, and of how many it found the price. */
  repriced_usd: integer('repriced_usd').notNull(),
  repriced_picousd: picoDollars('repriced_picousd').notNull(),
  repriced_calls: integer('repriced_calls').notNull(),
})

/** Who made calls, of what, by which way to the model, and how they failed: what any list of them can be narrowed to. */
const caller = () => ({
  started_by: text('started_by').notNull(),
  provider: freeText('provider').notNull(),
  /** The one that answered; the one that was asked where none did. */
  model: freeText('model').notNull(),
  routing_mode: text('routing_mode').notNull(),
  error_class: text('error_class').notNull(),
})

/** Its columns, at the end of a key. */
function callerOf(table: Record<keyof ReturnType<typeof caller>, AnySQLiteColumn>): AnySQLiteColumn[] {
  return [table.started_by, table.provider, table.model, table.routing_mode, table.error_class]
}

/** By quarter of an hour, from which the hours and days of every time zone can be made. */
export const usageSlots = sqliteTable(
  'usage_slots',
  {
    slot: timestamp('slot').notNull(),
    provider: freeText('provider').notNull(),
    /** The one that answered; the one that was asked where none did. */
    model: freeText('model').notNull(),
    ...counters(),
  },
  ({ slot, provider, model }): SQLiteTableExtraConfigValue[] => [primaryKey({ columns: [slot, provider, model] })],
)

/** By hour, for whatever a list can be narrowed to, where the hours of a time zone are those of UTC. */
export const usageHours = sqliteTable(
  'usage_hours',
  {
    hour: timestamp('hour').notNull(),
    ...caller(),
    ...counters(),
  },
  (table): SQLiteTableExtraConfigValue[] => [primaryKey({ columns: [table.hour, ...callerOf(table)] })],
)

export const usageDays = sqliteTable(
  'usage_days',
  {
    day: timestamp('day').notNull(),
    ...caller(),
    pricing_version: text('pricing_version').notNull(),
    /** The largest step that its input is above: prices change at some of them. */
    input_above: integer('input_above').notNull(),
    ...counters(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({
      columns: [
        table.day,
        table.started_by,
        table.provider,
        table.model,
        table.pricing_version,
        table.routing_mode,
        table.error_class,
        table.input_above,
      ],
    }),
  ],
)

export const usageSessions = sqliteTable(
  'usage_sessions',
  {
    day: timestamp('day').notNull(),
    session_id: text('session_id').notNull(),
    ...caller(),
    ...counters(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.day, table.session_id, ...callerOf(table)] }),
  ],
)

/** A call that used several tools is part of several rows. */
export const usageTools = sqliteTable(
  'usage_tools',
  {
    day: timestamp('day').notNull(),
    tool: freeText('tool').notNull(),
    ...caller(),
    ...counters(),
  },
  (table): SQLiteTableExtraConfigValue[] => [primaryKey({ columns: [table.day, table.tool, ...callerOf(table)] })],
)

/** Only to find the dearest ones: what they cost exactly is added up of their calls. */
export const usageTurns = sqliteTable(
  'usage_turns',
  {
    turn_id: text('turn_id').notNull(),
    ...caller(),
    begun: timestamp('begun').notNull(),
    calls: integer('calls').notNull(),
    dollars: real('dollars').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [primaryKey({ columns: [table.turn_id, ...callerOf(table)] })],
)

/** How many calls took how long, in steps of a few per cent (`latency-step.ts`). */
export const usageLatencies = sqliteTable(
  'usage_latencies',
  {
    day: timestamp('day').notNull(),
    provider: freeText('provider').notNull(),
    model: freeText('model').notNull(),
    /** Until its end, or until its first word. */
    until: text('until', { enum: ['end', 'first'] }).notNull(),
    step: integer('step').notNull(),
    calls: integer('calls').notNull(),
  },
  ({ day, provider, model, until, step }): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [day, provider, model, until, step] }),
  ],
)

/**
 * Each write to a cache that no later call of its chat and model has read from: a row is there as long as that is so
 * (`usage_unread_writes`, a view of the migration, says it of the calls themselves).
 */
export const usageCacheWrites = sqliteTable(
  'usage_cache_writes',
  {
    started_at: timestamp('started_at').notNull(),
    call_id: text('call_id').notNull(),
    session_id: text('session_id').notNull(),
    ...caller(),
    tokens: integer('tokens').notNull(),
    /** What writing them cost above reading them as ordinary input; NULL where that is not known. */
    premium_picousd: picoDollars('premium_picousd'),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.started_at, table.call_id] }),
    index('idx_usage_cache_writes_session').on(table.session_id, table.model, table.started_at),
  ],
)

/**
 * What each slot of the routing chain came to, by quarter of an hour of the decision. What was decided stays when its turn or
 * its chat goes.
 */
export const usageRoutes = sqliteTable(
  'usage_routes',
  {
    slot: timestamp('slot').notNull(),
    policy: text('policy').notNull(),
    verdict: text('verdict').notNull(),
    model: freeText('model').notNull(),
    rejection: text('rejection').notNull(),
    decisions: integer('decisions').notNull(),
  },
  ({ slot, policy, verdict, model, rejection }): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [slot, policy, verdict, model, rejection] }),
  ],
)

/** One row for each reprice that was begun. */
export const reprices = sqliteTable(
  'reprices',
  {
    id: text('id').primaryKey(),
    from_at: timestamp('from_at').notNull(),
    to_at: timestamp('to_at').notNull(),
    pricing_version: text('pricing_version').notNull(),
    reason: freeText('reason').notNull(),
    author: freeText('author').notNull(),
    created_at: timestamp('created_at').notNull(),
    state: text('state', { enum: ['applying', 'applied', 'reverting', 'reverted'] }).notNull(),
    /** How far it has come: behind the last call that it has looked at, and back where it is reverted. */
    reached_at: timestamp('reached_at'),
    reached_id: text('reached_id'),
    /** Calls that it has looked at, and those of them that it gave another cost. */
    calls: integer('calls').notNull().default(0),
    changed_calls: integer('changed_calls').notNull().default(0),
    ended_at: timestamp('ended_at'),
  },
  (table): SQLiteTableExtraConfigValue[] => [index('idx_reprices_created').on(table.created_at)],
)

/** What a call costs by another version than the one that it was billed by. The stamped cost stays beside it. */
export const callCosts = sqliteTable(
  'call_costs',
  {
    call_id: text('call_id').notNull(),
    pricing_version: text('pricing_version').notNull(),
    reprice_id: text('reprice_id')
      .notNull()
      .references(() => reprices.id),
    cost_usd: text('cost_usd').notNull(),
    cost_picousd: picoDollars('cost_picousd').notNull(),
    cost_state: text('cost_state').notNull(),
  },
  (table): SQLiteTableExtraConfigValue[] => [
    primaryKey({ columns: [table.call_id, table.pricing_version] }),
    index('idx_call_costs_reprice').on(table.reprice_id),
  ],
)

/** The names of what is added up. */
export const COUNTERS = Object.keys(counters()) as (keyof ReturnType<typeof counters>)[]

/** Every table of sums of all calls, the shorter ones first, and behind them that of the calls that used tools. */
export const USAGE_TABLES = [usageDays, usageSlots, usageHours, usageSessions, usageTools] as const

/** The columns that say what a row is the sum of. */
export function keysOf(table: (typeof USAGE_TABLES)[number]): string[] {
  const counted: ReadonlySet<string> = new Set(COUNTERS)
  return Object.keys(getTableColumns(table)).filter((name) => !counted.has(name))
}
