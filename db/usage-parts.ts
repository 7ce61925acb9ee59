import { getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { UsageQuery } from '#lib/store/usage-store.ts'
import { DAY, type Offset } from '#lib/usage/time-zone.ts'
import type { UsageFilter, UsageGroup, UsageRange } from '#lib/usage/usage.ts'
import { type COUNTERS, keysOf, USAGE_TABLES, usageHours } from './usage-schema.ts'

// Questions about usage as SQL: which rows are to be added up for one, whole ones of a table of sums as far as there is one.

/** A table of what calls add up to, by when and by what. */
interface Source {
  table: string
  time: string
  /** How long one of its rows is. */
  grain: number
  keys: ReadonlySet<string>
}

const HOUR = DAY / 24

const GRAINS: Readonly<Record<string, number>> = { slot: DAY / 96, hour: HOUR, day: DAY }

const SOURCES: readonly Source[] = USAGE_TABLES.map(sourceFrom)

const HOURS = sourceFrom(usageHours)

function sourceFrom(table: (typeof USAGE_TABLES)[number]): Source {
  const [time = '', ...keys] = keysOf(table)
  return { table: getTableName(table), time, grain: GRAINS[time] ?? DAY, keys: new Set(keys) }
}

/** Each call by itself: for what no sum is kept of. */
export const CALLS = 'usage_of_calls'

/** As these, with what a reprice that holds makes of each. */
const REPRICED_CALLS = 'usage_of_repriced_calls'

/** A call is of the teams that whoever made it is in now: it is part of several rows, or of that of no team. */
const TEAM = 'team_id'

function withTeams(table: string): string {
  return `(SELECT * FROM ${table} LEFT JOIN team_members ON user_id = started_by)`
}

const COLUMN_OF = {
  model: 'model',
  provider: 'provider',
  session: 'session_id',
  turn: 'turn_id',
  user: 'started_by',
  tool: 'tool',
  error_class: 'error_class',
  routing_mode: 'routing_mode',
  team: TEAM,
} as const satisfies Record<UsageGroup, string>

export function columnOf(group: UsageGroup | null): string | null {
  return group === null ? null : COLUMN_OF[group]
}

export type Counter = (typeof COUNTERS)[number]

/** What a question is about. */
interface Asked extends Omit<UsageQuery, 'limit'> {
  counters: readonly Counter[]
}

/** Sums by group of whole rows of a table that has what is asked for, and of the calls at both ends by themselves. */
export function partsOf(asked: Asked): SQL {
  const { group, counters } = asked
  const session = group === 'session' ? 'session_id' : group === 'turn' ? 'max(session_id)' : 'NULL'
  const sums = counters.map((name) => sql`${sumOf(name)} AS ${sql.identifier(name)}`)
  return selectParts(asked, [sql.raw(`${session} AS session_id`), ...sums], sql` GROUP BY 1, 2`)
}

/** As `partsOf`, not added up: whoever groups them anyway would group a hundred thousand chats twice. */
export function rowsOf(asked: Asked): SQL {
  const counters = asked.counters.map((name) => sql.identifier(name))
  return selectParts(asked, counters, sql``)
}

function selectParts(asked: Asked, selected: readonly SQLWrapper[], grouped: SQL): SQL {
  const { from, to, group, filter, buckets, costs, only } = asked
  const column = columnOf(group)
  const columns = [...(column === null ? [] : [column]), ...filtersOf(filter).map(([name]) => name)]
  const needed = columns.map((name) => (name === TEAM ? COLUMN_OF.user : name))
  const isOfFew = filter.session !== undefined || only !== undefined
  const found = isOfFew ? undefined : sourceOf(needed, buckets)
  const key = column === null ? sql`NULL` : sql.identifier(column)
  const bucket = (time: string) => (buckets ? bucketOf(buckets, time) : sql`NULL`)
  const isOne = only ? sql` AND ${isAmong(key, only)}` : sql``
  const part =
    (table: SQL, time: SQL, slot: string, where = sql`${conditionsOf(filter)}${isOne}`): Part =>
    (begin, end) =>
      sql`
      SELECT ${key} AS key, ${bucket(slot)} AS bucket, ${sql.join([...selected], sql`, `)} FROM ${table}
      WHERE ${time} >= ${begin} AND ${time} < ${end}${where}${grouped}`
  // Calls of some chats or turns are found by their index, not by that of the time.
  const calls = part(sql.raw(callsTable(costs, column)), sql.raw(isOfFew ? '+started_at' : 'started_at'), 'slot')
  if (found) {
    const table = column === TEAM ? withTeams(found.table) : found.table
    return wholeAndEnds({ from, to }, found.grain, calls, part(sql.raw(table), sql.raw(found.time), found.time))
  }
  if (isOfFew || !buckets || buckets.bucket === 'hour' || !isIn(HOURS, needed)) return calls(from, to)
  const table = column === TEAM ? withTeams(HOURS.table) : HOURS.table
  const isWhole = sql`${bucketOf(buckets, 'hour')} = ${bucketOf(buckets, `(hour + ${HOUR - 1})`)}`
  // The planner would rather make an index of all calls for the filter than use that of the time.
  const unindexed = conditionsOf(filter, '+')
  const whole: Part = (begin, end) => {
    const split = sql`SELECT DISTINCT hour AS split FROM ${sql.raw(HOURS.table)}
      WHERE hour >= ${begin} AND hour < ${end} AND NOT (${isWhole})`
    const ofSplit = sql`(${split}) CROSS JOIN ${sql.raw(callsTable(costs, column))}
      ON started_at >= split AND started_at < split + ${sql.raw(String(HOUR))}`
    const wholeHours = part(sql`(SELECT * FROM ${sql.raw(table)} WHERE ${isWhole})`, sql.raw('hour'), 'hour')
    return sql`${wholeHours(begin, end)}${UNION}${part(ofSplit, sql.raw('+started_at'), 'slot', unindexed)(begin, end)}`
  }
  return wholeAndEnds({ from, to }, HOUR, calls, whole)
}

function isAmong(key: SQLWrapper, only: readonly (string | null)[]): SQL {
  const among = sql`${key} IN (SELECT value FROM json_each(${JSON.stringify(only)}))`
  return only.includes(null) ? sql`(${among} OR ${key} IS NULL)` : among
}

/** Buckets of time are made of rows that are whole parts of them. */
function sourceOf(needed: readonly string[], buckets: UsageQuery['buckets']): Source | undefined {
  return SOURCES.find((source) => (!buckets || isPartOf(source.grain, buckets.offsets)) && isIn(source, needed))
}

function isIn({ keys }: Source, needed: readonly string[]): boolean {
  return needed.every((name) => keys.has(name))
}

/** Whether rows of this length never lie across a beginning of an hour there. */
function isPartOf(grain: number, offsets: readonly Offset[]): boolean {
  // Where the first offset begins is where the question does.
  return grain < DAY && offsets.every(({ from, offset }, n) => offset % grain === 0 && (n === 0 || from % grain === 0))
}

export type Part = (begin: number, end: number) => SQL

/** A range as the whole grains that are in it and, at both ends, what is not a whole one. */
export function wholeAndEnds({ from, to }: UsageRange, grain: number, ends: Part, whole: Part): SQL {
  const [begin, end] = [Math.ceil(from / grain) * grain, Math.floor(to / grain) * grain]
  if (begin >= end) return ends(from, to)
  return sql.join(
    [whole(begin, end), ...(from < begin ? [ends(from, begin)] : []), ...(end < to ? [ends(end, to)] : [])],
    UNION,
  )
}

const UNION = sql.raw(' UNION ALL ')

function callsTable(costs: UsageQuery['costs'], column: string | null): string {
  const calls = costs === 'repriced' ? REPRICED_CALLS : CALLS
  if (column === TEAM) return withTeams(calls)
  return column === COLUMN_OF.tool ? `(SELECT ${calls}.*, value AS tool FROM ${calls}, json_each(tools_json))` : calls
}

/** With a `+` no index is used for them. */
export function conditionsOf(filter: UsageFilter, sign: '' | '+' = ''): SQL {
  return sql.join(
    filtersOf(filter).map(([name, value]) => sql` AND ${sql.raw(sign)}${sql.identifier(name)} = ${value}`),
  )
}

function filtersOf(filter: UsageFilter): [column: string, value: string][] {
  const named = Object.entries(filter) as [keyof UsageFilter, string | undefined][]
  return named.flatMap(([name, value]) => (value === undefined ? [] : [[COLUMN_OF[name], value]]))
}

/** Which bucket of its time zone a slot is in: an hour by where it begins, all others by their first day there. */
function bucketOf({ bucket, offsets }: NonNullable<UsageQuery['buckets']>, slot: string): SQL {
  const local = localTime(offsets, slot)
  const day = sql`(${local}) / ${sql.raw(String(DAY))}`
  switch (bucket) {
    case 'hour':
      return sql`${sql.raw(slot)} - (${local}) % ${sql.raw(String(DAY / 24))}`
    case 'day':
      return day
    case 'week':
      // 1970-01-01 was a Thursday.
      return sql`${day} - (${day} + 3) % 7`
    case 'month':
      return sql`CAST(julianday((${local}) / 1000000, 'unixepoch', 'start of month') - 2440587.5 AS INTEGER)`
  }
}

function localTime(offsets: readonly Offset[], slot: string): SQL {
  const [first, ...later] = offsets
  const cases = later.toReversed().map(({ from, offset }) => `WHEN ${slot} >= ${from} THEN ${offset}`)
  const offset = cases.length === 0 ? `${first?.offset ?? 0}` : `CASE ${cases.join(' ')} ELSE ${first?.offset ?? 0} END`
  return sql.raw(`${slot} + ${offset}`)
}

/** Money without what the smaller of its two columns may carry over: no sum is larger than either side holds. */
export function sumOf(name: Counter): SQL {
  if (name.endsWith('_picousd')) return sql.raw(`sum(${name} % 1000000000000)`)
  return sql.raw(
    name.endsWith('_usd') ? `sum(${name} + ${name.replace(/_usd$/, '_picousd')} / 1000000000000)` : `sum(${name})`,
  )
}
