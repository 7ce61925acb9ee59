import { type SQL, sql } from 'drizzle-orm'
import { fromPicoDollars } from '#lib/canonical/pico-dollars.ts'
import type { LatencyCount, TokenCount, UsageQuery, UsageRow, UsageStore } from '#lib/store/usage-store.ts'
import { DAY, type Offset, startOfDay } from '#lib/usage/time-zone.ts'
import type { UsageFilter, UsageGroup, UsageRange } from '#lib/usage/usage.ts'
import { placeOf, type SharedClient } from './client.ts'
import { type Database, openDatabase } from './database.ts'
import { repricedCounters } from './repriced-usage.ts'
import { IS_THERE, sessions } from './schema.ts'
import { inWords } from './storage-fault.ts'
import { COUNTERS, keysOf, usageDays, usageSlots, usageTools, usageTurns } from './usage-schema.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openUsage({ client, url }: { client: SharedClient; url: string }): UsageStore {
  const database = openDatabase(client)
  const store: UsageStore = {
    sums: (query) => sumsOf(database, query),
    latencies: (query) => latenciesOf(database, query),
    tokens: (range) => tokensOf(database, range),
    async titles(principal, sessionIds) {
      const { id, title, owner_id } = sessions
      return await database
        .select({ id, title })
        .from(sessions)
        .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(sessionIds)}))
          AND ${owner_id} = ${principal.id} AND ${IS_THERE}`)
    },
  }
  return inWords(store, placeOf(url))
}

/** A table of what calls add up to, by when and by what. */
interface Source {
  table: string
  time: string
  /** How long one of its rows is. */
  grain: number
  keys: ReadonlySet<string>
}

const source = (table: Parameters<typeof keysOf>[0], name: string, time: string, grain: number): Source => ({
  table: name,
  time,
  grain,
  keys: new Set(keysOf(table)),
})

/** From the one with the fewest rows on. */
const BY_DAY = [
  source(usageDays, 'usage_days', 'day', DAY),
  source(usageTurns, 'usage_turns', 'day', DAY),
  source(usageTools, 'usage_tools', 'day', DAY),
]
const BY_SLOT = source(usageSlots, 'usage_slots', 'slot', DAY / 96)

/** Each call by itself: for what no sum is kept of. */
const CALLS = 'usage_of_calls'

const COLUMN_OF = {
  model: 'model',
  provider: 'provider',
  session: 'session_id',
  turn: 'turn_id',
  user: 'started_by',
  tool: 'tool',
  error_class: 'error_class',
  routing_mode: 'routing_mode',
} as const satisfies Record<Exclude<UsageGroup, 'team'>, string>

/** There are no teams yet (2026-11-23): everybody is in none. */
function columnOf(group: UsageGroup | null): string | null {
  return group === null || group === 'team' ? null : COLUMN_OF[group]
}

type Sums = Record<(typeof COUNTERS)[number], string> & {
  key: string | null
  bucket: number | null
  session_id: string | null
}

async function sumsOf(database: Database, query: UsageQuery): Promise<UsageRow[]> {
  const { group, buckets, limit } = query
  const column = columnOf(group)
  const key = column === null ? sql`NULL` : sql.identifier(column)
  const bucket = buckets ? bucketOf(buckets) : sql`NULL`
  const session = group === 'turn' || group === 'session' ? sql`max(session_id)` : sql`NULL`
  const counted = sql.join(
    COUNTERS.map((name) => sql`${totalOf(name)} AS ${sql.identifier(name)}`),
    sql`, `,
  )
  const order = buckets
    ? sql`2, sum(cost_usd + cost_picousd / 1e12) DESC`
    : sql`sum(cost_usd + cost_picousd / 1e12) DESC`
  const asked = { ...query, columns: column === null ? [] : [column], bySlot: buckets !== undefined }
  const rows = await database.all<Sums>(sql`
    SELECT ${key} AS key, ${bucket} AS bucket, ${session} AS session_id, ${counted} FROM (${partsOf(asked)})
    GROUP BY 1, 2 HAVING sum(calls) > 0 ORDER BY ${order}, sum(calls) DESC, 1 LIMIT ${limit ?? -1}`)
  return rows.map((row) => rowOf(row, query))
}

/** As text, and money without what two columns of it may carry over: no sum is larger than either side holds. */
function totalOf(name: (typeof COUNTERS)[number]): SQL {
  const column = sql.identifier(name)
  if (name.endsWith('_picousd')) return sql`CAST(sum(${column} % 1000000000000) AS TEXT)`
  const rest = sql.identifier(name.replace(/_usd$/, '_picousd'))
  return name.endsWith('_usd')
    ? sql`CAST(sum(${column} + ${rest} / 1000000000000) AS TEXT)`
    : sql`CAST(sum(${column}) AS TEXT)`
}

function rowOf({ key, bucket, session_id, ...sums }: Sums, { costs, buckets }: UsageQuery): UsageRow {
  const count = (name: (typeof COUNTERS)[number]) => Number(sums[name])
  const isRepriced = costs === 'repriced'
  const [dollars, rest] = [BigInt(sums.cost_usd), BigInt(sums.cost_picousd)]
  const cost_usd = isRepriced
    ? fromPicoDollars(dollars + BigInt(sums.repriced_usd), rest + BigInt(sums.repriced_picousd))
    : fromPicoDollars(dollars, rest)
  const unpriced_calls = count('unpriced_calls') - (isRepriced ? count('repriced_calls') : 0)
  const ms = count('timed_ms')
  return {
    key: key === '' ? null : key,
    bucket: bucket === null || !buckets ? null : instantOf(bucket, buckets),
    session_id: session_id === '' ? null : session_id,
    calls: count('calls'),
    failed_calls: count('failed_calls'),
    input_tokens: count('input_tokens'),
    output_tokens: count('output_tokens'),
    cached_input_tokens: count('cached_input_tokens'),
    cache_creation_input_tokens: count('cache_creation_input_tokens'),
    cache_creation_1h_input_tokens: count('cache_creation_1h_input_tokens'),
    reasoning_tokens: count('reasoning_tokens'),
    // Zero beside something unpriced looks free.
    cost_usd: cost_usd === '0' && unpriced_calls > 0 ? null : cost_usd,
    unpriced_calls,
    partial_calls: count('partial_calls'),
    unknown_calls: count('unknown_calls'),
    estimated_calls: count('estimated_calls'),
    cache_saved_usd: fromPicoDollars(BigInt(sums.saved_usd), BigInt(sums.saved_picousd)),
    retries: count('retries'),
    retries_usd: fromPicoDollars(BigInt(sums.retries_usd), BigInt(sums.retries_picousd)),
    output_tokens_per_second: ms > 0 ? (count('timed_output_tokens') / ms) * 1_000 : null,
  }
}

/** What a question is about. */
interface Asked extends UsageRange {
  /** The columns by which it groups. */
  columns: readonly string[]
  filter: UsageFilter
  costs: UsageQuery['costs']
  /** By quarters of an hour, of which time zones are made. */
  bySlot?: boolean
}

/** What is to be added up: rows of a table that has what is asked for, and the calls at both ends by themselves. */
function partsOf({ from, to, columns, filter, costs, bySlot = false }: Asked): SQL {
  const needed = [...columns, ...filtersOf(filter).map(([name]) => name)]
  const found = (bySlot ? [BY_SLOT] : BY_DAY).find(({ keys }) => needed.every((name) => keys.has(name)))
  // A turn is told with its session.
  const also = [...(bySlot ? ['slot'] : []), ...(columns.includes('turn_id') ? ['session_id'] : [])]
  const named = sql.join([...new Set([...needed, ...also])].map((name) => sql`${sql.identifier(name)}, `))
  const where = conditionsOf(filter)
  const calls = (begin: number, end: number) =>
    sql`SELECT ${named}${countersOf(costs)} FROM ${callsTable(costs, columns.includes('tool'))}
      WHERE started_at >= ${begin} AND started_at < ${end}${where}`
  return found
    ? wholeAndEnds({ from, to }, found.grain, calls, (begin, end) => {
        const at = sql.identifier(found.time)
        return sql`SELECT ${named}${sql.raw(COUNTERS.join(', '))} FROM ${sql.identifier(found.table)}
          WHERE ${at} >= ${begin} AND ${at} < ${end}${where}`
      })
    : calls(from, to)
}

type Part = (begin: number, end: number) => SQL

/** A range as the whole grains that are in it and, at both ends, what is not a whole one. */
function wholeAndEnds({ from, to }: UsageRange, grain: number, ends: Part, whole: Part): SQL {
  const [begin, end] = [Math.ceil(from / grain) * grain, Math.floor(to / grain) * grain]
  if (begin >= end) return ends(from, to)
  return sql.join(
    [whole(begin, end), ...(from < begin ? [ends(from, begin)] : []), ...(end < to ? [ends(end, to)] : [])],
    UNION,
  )
}

const UNION = sql.raw(' UNION ALL ')

/** Of calls by themselves; a reprice stands beside them. */
function countersOf(costs: UsageQuery['costs']): SQL {
  if (costs === 'stamped') return sql.raw(COUNTERS.join(', '))
  const repriced = repricedCounters(
    { cost_usd: 'cost_usd', cost_picousd: 'cost_picousd', unpriced_calls: 'unpriced_calls' },
    { cost_picousd: 'repriced_cost_picousd', cost_state: 'repriced_state' },
  )
  const added = new Map<string, string>(
    Object.entries(repriced).map(([name, sum]) => [name, `coalesce(${sum}, 0) AS ${name}`]),
  )
  return sql.raw(COUNTERS.map((name) => added.get(name) ?? name).join(', '))
}

function callsTable(costs: UsageQuery['costs'], withTools: boolean): SQL {
  if (costs === 'stamped' && !withTools) return sql.raw(CALLS)
  const [repriced, joined] =
    costs === 'repriced'
      ? [
          ', call_costs.cost_picousd AS repriced_cost_picousd, call_costs.cost_state AS repriced_state',
          `LEFT JOIN call_costs ON call_costs.call_id = ${CALLS}.id`,
        ]
      : ['', '']
  const [tool, each] = withTools ? [', value AS tool', ', json_each(tools_json)'] : ['', '']
  return sql.raw(`(SELECT ${CALLS}.*${repriced}${tool} FROM ${CALLS} ${joined}${each})`)
}

function conditionsOf(filter: UsageFilter): SQL {
  return sql.join(filtersOf(filter).map(([name, value]) => sql` AND ${sql.identifier(name)} = ${value}`))
}

function filtersOf(filter: UsageFilter): [column: string, value: string][] {
  const named = Object.entries(filter) as [keyof UsageFilter, string | undefined][]
  return named.flatMap(([name, value]) => (value === undefined ? [] : [[COLUMN_OF[name], value]]))
}

/** Which bucket of its time zone a slot is in: an hour by where it begins, all others by their first day there. */
function bucketOf({ bucket, offsets }: NonNullable<UsageQuery['buckets']>): SQL {
  const local = localTime(offsets)
  const day = sql`(${local}) / ${sql.raw(String(DAY))}`
  switch (bucket) {
    case 'hour':
      return sql`slot - (${local}) % ${sql.raw(String(DAY / 24))}`
    case 'day':
      return day
    case 'week':
      // 1970-01-01 was a Thursday.
      return sql`${day} - (${day} + 3) % 7`
    case 'month':
      return sql`CAST(julianday((${local}) / 1000000, 'unixepoch', 'start of month') - 2440587.5 AS INTEGER)`
  }
}

function localTime(offsets: readonly Offset[]): SQL {
  const [first, ...later] = offsets
  const cases = later.toReversed().map(({ from, offset }) => `WHEN slot >= ${from} THEN ${offset}`)
  const offset = cases.length === 0 ? `${first?.offset ?? 0}` : `CASE ${cases.join(' ')} ELSE ${first?.offset ?? 0} END`
  return sql.raw(`slot + ${offset}`)
}

function instantOf(bucket: number, { bucket: unit, offsets }: NonNullable<UsageQuery['buckets']>): number {
  return unit === 'hour' ? bucket : startOfDay(bucket, offsets)
}

async function latenciesOf(
  database: Database,
  { from, to, filter, group }: Parameters<UsageStore['latencies']>[0],
): Promise<LatencyCount[]> {
  const column = columnOf(group)
  const where = conditionsOf(filter)
  const key = column === null ? sql`NULL` : sql.identifier(column)
  const calls: Part = (begin, end) => sql`SELECT ${key} AS key, until, step, 1 AS calls
    FROM usage_latencies_of_calls WHERE started_at >= ${begin} AND started_at < ${end}${where}`
  const whole: Part = (begin, end) => sql`SELECT ${key} AS key, until, step, calls
    FROM usage_latencies WHERE day >= ${begin} AND day < ${end}${where}`
  const isKept = [column, ...filtersOf(filter).map(([name]) => name)].every(
    (name) => name === null || name === 'model' || name === 'provider',
  )
  const parts = isKept ? wholeAndEnds({ from, to }, DAY, calls, whole) : calls(from, to)
  return await database.all(
    sql`SELECT key, until, step, sum(calls) AS calls FROM (${parts}) GROUP BY 1, 2, 3 HAVING sum(calls) > 0`,
  )
}

const TOKENS = [
  'calls',
  'unknown_calls',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation_1h_input_tokens',
] as const satisfies (keyof TokenCount)[]

async function tokensOf(database: Database, range: UsageRange): Promise<TokenCount[]> {
  const parts = partsOf({ ...range, columns: ['input_above'], filter: {}, costs: 'stamped' })
  const sums = sql.raw(TOKENS.map((name) => `sum(${name}) AS ${name}`).join(', '))
  return await database.all(
    sql`SELECT input_above, ${sums} FROM (${parts}) GROUP BY 1 HAVING sum(calls) > 0 ORDER BY 1`,
  )
}
