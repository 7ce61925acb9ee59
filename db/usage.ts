import { type SQL, sql } from 'drizzle-orm'
import { fromPicoDollars } from '#lib/canonical/pico-dollars.ts'
import type {
  LatencyCount,
  TokenCount,
  UnreadWrites,
  UsageQuery,
  UsageRow,
  UsageStore,
} from '#lib/store/usage-store.ts'
import { DAY, startOfDay } from '#lib/usage/time-zone.ts'
import { listAnsweredTurns } from './answered-turn.ts'
import { placeOf } from './client.ts'
import { type Database, openDatabase } from './database.ts'
import { teams, users } from './people-schema.ts'
import { IS_THERE, sessions } from './schema.ts'
import type { ServiceOptions } from './service.ts'
import { inWords } from './storage-fault.ts'
import {
  CALLS,
  type Counter,
  columnOf,
  conditionsOf,
  type Part,
  partsOf,
  rowsOf,
  sumOf,
  wholeAndEnds,
} from './usage-parts.ts'
import { routesOf } from './usage-routes.ts'
import { COUNTERS } from './usage-schema.ts'

/** Where the storage fails, all throw a `StorageError`. */
export function openUsage({ client, url }: ServiceOptions): UsageStore {
  const database = openDatabase(client)
  const store: UsageStore = {
    sums: (query) => sumsOf(database, query),
    keys: (query) => rankGroups(database, query),
    count: (query) => countOf(database, query),
    unreadWrites: (query) => unreadWritesOf(database, query),
    routes: (query) => routesOf(database, query),
    latencies: (query) => latenciesOf(database, query),
    tokens: (asked) => tokensOf(database, asked),
    answeredTurns: (of, limit) => listAnsweredTurns(database, of, limit),
    async titles(principal, sessionIds) {
      const { id, title, owner_id } = sessions
      return await database
        .select({ id, title })
        .from(sessions)
        .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(sessionIds)}))
          AND ${owner_id} = ${principal.id} AND ${IS_THERE}`)
    },
    async names(of, ids) {
      const table = of === 'user' ? users : teams
      const isNamed = sql`${table.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
      return await database.select({ id: table.id, name: table.name }).from(table).where(isNamed)
    },
  }
  return inWords(store, placeOf(url))
}

/** The values of `Sums`, in the order of its names. */
type Values = [key: string | null, bucket: number | null, session_id: string | null, ...(string | number)[]]

interface Sums {
  key: string | null
  bucket: number | null
  session_id: string | null
  /** Money as text: it may be more than a number of JavaScript holds. */
  sums: Record<Counter, string | number>
}

/** More of them are found by adding up all. */
const FEW = 200

async function sumsOf(database: Database, query: UsageQuery): Promise<UsageRow[]> {
  const { group, filter, buckets, limit = FEW + 1, only } = query
  // The calls of one chat are few.
  if (buckets || only || filter.session !== undefined || limit > FEW) return await groupsOf(database, query)
  if (group === 'session') return await groupsOf(database, { ...query, only: await rankChats(database, query) })
  if (group === 'turn') return await groupsOf(database, { ...query, only: await rankTurns(database, query) })
  return await groupsOf(database, query)
}

/** What puts groups in order. */
const COST = {
  stamped: ['calls', 'cost_usd', 'cost_picousd'],
  repriced: ['calls', 'cost_usd', 'cost_picousd', 'repriced_usd', 'repriced_picousd'],
} as const satisfies Record<UsageQuery['costs'], readonly Counter[]>

/** The dearest, by what they cost alone: everything else is added up of those that are asked for. */
async function rankChats(database: Database, query: UsageQuery): Promise<string[]> {
  // Calls of no chat are none of them.
  const ranked = await rankGroups(database, { ...query, limit: query.limit && query.limit + 1 })
  return ranked.filter((id) => id !== null).slice(0, query.limit)
}

async function rankGroups(database: Database, query: UsageQuery): Promise<(string | null)[]> {
  const ranked = await database.get<{ ids: string }>(sql`
    SELECT json_group_array(id) AS ids FROM (
      SELECT ${KEY} AS id FROM (${rowsOf({ ...query, counters: COST[query.costs] })})
      GROUP BY 1 HAVING sum(calls) > 0 ORDER BY ${rankingOf(query.costs)}, 1 LIMIT ${query.limit ?? -1})`)
  return JSON.parse(ranked.ids)
}

async function countOf(database: Database, query: UsageQuery): Promise<number> {
  const counted = await database.get<{ rows: number }>(sql`
    SELECT count(*) AS "rows" FROM (
      SELECT 1 FROM (${rowsOf({ ...query, counters: ['calls'] })}) GROUP BY ${KEY}, bucket HAVING sum(calls) > 0)`)
  return counted.rows
}

/** Some of the tables have a text where a call has nothing. */
const KEY = sql.raw("nullif(key, '')")

/** Of those that begin in the range, by their stamped costs. */
async function rankTurns(database: Database, { from, to, limit, filter }: UsageQuery): Promise<string[]> {
  const ranked = await database.all<{ id: string }>(sql`
    SELECT turn_id AS id FROM usage_turns WHERE calls > 0${conditionsOf(filter)} GROUP BY 1
    HAVING min(begun) >= ${sql.raw(String(from))} AND min(begun) < ${sql.raw(String(to))}
    ORDER BY sum(dollars) DESC, sum(calls) DESC, 1 LIMIT ${limit ?? -1}`)
  return ranked.map(({ id }) => id)
}

/** One JSON text: as a result of rows and columns it takes the driver many times as long. */
async function groupsOf(database: Database, query: UsageQuery): Promise<UsageRow[]> {
  const { buckets, costs, limit = -1 } = query
  const counted = sql.join(COUNTERS.map(counterOf), sql`, `)
  const parts = partsOf({ ...query, counters: COUNTERS })
  const first = buckets ? sql`bucket, ` : sql``
  const { rows } = await database.get<{ rows: string }>(sql`
    SELECT json_group_array(json(sums)) AS "rows" FROM (
      SELECT json_array(${KEY}, bucket, max(session_id), ${counted}) AS sums FROM (${parts})
      GROUP BY ${KEY}, bucket HAVING sum(calls) > 0 ORDER BY ${first}${rankingOf(costs)}, ${KEY} LIMIT ${limit})`)
  return (JSON.parse(rows) as Values[]).map(([key, bucket, session_id, ...sums]) =>
    rowOf({ key, bucket, session_id, sums: namedSums(sums) }, query),
  )
}

function counterOf(name: Counter): SQL {
  return name.endsWith('usd') ? sql`CAST(${sumOf(name)} AS TEXT)` : sumOf(name)
}

function namedSums(sums: readonly (string | number)[]): Sums['sums'] {
  return Object.fromEntries(COUNTERS.map((name, n) => [name, sums[n] ?? 0])) as Sums['sums']
}

/** Near enough to put them in order. */
function rankingOf(costs: UsageQuery['costs']): SQL {
  const repriced = costs === 'repriced' ? ' + repriced_usd + repriced_picousd / 1e12' : ''
  return sql.raw(`sum(cost_usd + cost_picousd / 1e12${repriced}) DESC, sum(calls) DESC`)
}

function rowOf({ key, bucket, session_id, sums }: Sums, { costs, buckets }: UsageQuery): UsageRow {
  const count = (name: (typeof COUNTERS)[number]) => Number(sums[name])
  const isRepriced = costs === 'repriced'
  const [dollars, rest] = [BigInt(sums.cost_usd), BigInt(sums.cost_picousd)]
  const cost_usd = isRepriced
    ? fromPicoDollars(dollars + BigInt(sums.repriced_usd), rest + BigInt(sums.repriced_picousd))
    : fromPicoDollars(dollars, rest)
  const unpriced_calls = count('unpriced_calls') - (isRepriced ? count('repriced_calls') : 0)
  const ms = count('timed_ms')
  return {
    key,
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
    // A reprice may have found the price of what was missing.
    partial_calls: Math.min(count('partial_calls'), unpriced_calls),
    unknown_calls: count('unknown_calls'),
    estimated_calls: count('estimated_calls'),
    cache_saved_usd: fromPicoDollars(BigInt(sums.saved_usd), BigInt(sums.saved_picousd)),
    retries: count('retries'),
    retries_usd: fromPicoDollars(BigInt(sums.retries_usd), BigInt(sums.retries_picousd)),
    output_tokens_per_second: ms > 0 ? (count('timed_output_tokens') / ms) * 1_000 : null,
  }
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
  const at = sql.raw(filter.session === undefined ? 'started_at' : '+started_at')
  const calls: Part = (begin, end) => sql`SELECT ${key} AS key, until, step, 1 AS calls
    FROM usage_latencies_of_calls WHERE ${at} >= ${begin} AND ${at} < ${end}${where}`
  const whole: Part = (begin, end) => sql`SELECT ${key} AS key, until, step, calls
    FROM usage_latencies WHERE day >= ${begin} AND day < ${end}${where}`
  const parts = filter.session === undefined ? wholeAndEnds({ from, to }, DAY, calls, whole) : calls(from, to)
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
] as const satisfies (keyof TokenCount & Counter)[]

async function tokensOf(
  database: Database,
  { from, to, filter }: Parameters<UsageStore['tokens']>[0],
): Promise<TokenCount[]> {
  const where = conditionsOf(filter)
  const sums = sql.raw(TOKENS.map((name) => `sum(${name}) AS ${name}`).join(', '))
  const part =
    (table: string, time: string): Part =>
    (begin, end) =>
      sql`SELECT input_above, ${sums} FROM ${sql.raw(table)}
      WHERE ${sql.raw(time)} >= ${begin} AND ${sql.raw(time)} < ${end}${where} GROUP BY 1`
  const isOfOne = filter.session !== undefined
  const calls = part(CALLS, isOfOne ? '+started_at' : 'started_at')
  const parts = isOfOne ? calls(from, to) : wholeAndEnds({ from, to }, DAY, calls, part('usage_days', 'day'))
  return await database.all(
    sql`SELECT input_above, ${sums} FROM (${parts}) GROUP BY 1 HAVING sum(calls) > 0 ORDER BY 1`,
  )
}

const PREMIUM = ['sum(premium_picousd / 1000000000000)', 'sum(premium_picousd % 1000000000000)']

/** One row for each is there as long as nothing has read it. */
async function unreadWritesOf(
  database: Database,
  { from, to, filter, group, limit = -1 }: Parameters<UsageStore['unreadWrites']>[0],
): Promise<UnreadWrites[]> {
  const column = columnOf(group)
  const key = column === null ? sql`NULL` : sql`nullif(${sql.identifier(column)}, '')`
  const [dollars, rest] = PREMIUM.map((sum) => sql.raw(`CAST(coalesce(${sum}, 0) AS TEXT)`))
  const rows = await database.all<Omit<UnreadWrites, 'premium_usd'> & Record<'dollars' | 'rest', string>>(sql`
    SELECT ${key} AS key, count(*) AS writes, sum(tokens) AS tokens, ${dollars} AS dollars, ${rest} AS rest,
      sum(premium_picousd IS NULL) AS unpriced_writes
    FROM usage_cache_writes
    WHERE started_at >= ${sql.raw(String(from))} AND started_at < ${sql.raw(String(to))}${conditionsOf(filter)}
    GROUP BY 1 ORDER BY sum(premium_picousd / 1e12) DESC, sum(tokens) DESC, 1 LIMIT ${limit}`)
  return rows.map(({ dollars, rest, ...row }) => ({
    ...row,
    premium_usd: fromPicoDollars(BigInt(dollars), BigInt(rest)),
  }))
}
