import { and, asc, desc, eq, gt, gte, inArray, like, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { ExchangeRecord } from '#lib/canonical/exchange-record.ts'
import { fromPicoDollars, toPicoDollars, toSignedPicoDollars } from '#lib/canonical/pico-dollars.ts'
import { REFUSAL_CLASSES } from '#lib/canonical/refusal-class.ts'
import type { TokenUsage } from '#lib/canonical/usage.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import type { Database, Statement } from './database.ts'
import { inserted, insertion } from './insertion.ts'
import { prepared } from './prepared.ts'
import { IS_COUNTED_ANSWER, llmCalls } from './schema.ts'
import { type ReportDamage, readRows, type StoredRow, storedColumns } from './stored-row.ts'

const putRows = insertion(llmCalls, (insert) =>
  insert.onConflictDoUpdate({
    target: llmCalls.id,
    set: inserted(llmCalls),
    setWhere: sql`${llmCalls.session_id} IS excluded.session_id`,
  }),
)

/** A call whose id is known replaces what is there, but only inside its session. */
export function putCalls(database: Database, calls: readonly LlmCall[]): Statement[] {
  return putRows(database, calls.map(rowOfCall))
}

/** Of a session that goes: nobody will see the end of a call that still runs. */
export function interruptCalls(database: Database, sessionId: string): Statement {
  const isRunning = and(eq(llmCalls.session_id, sessionId), eq(llmCalls.outcome, 'running'))
  return database.update(llmCalls).set({ outcome: 'interrupted', cost_state: 'unknown' }).where(isRunning)
}

/** All that a call is made of. */
export const { cost_picousd: _forSums, ...CALL_COLUMNS } = storedColumns(llmCalls)

type StoredCall = Omit<StoredRow<typeof llmCalls>, 'cost_picousd'>

/** In the order in which they were begun. */
export function listCalls(
  database: Database,
  { sessionId, turnId }: { sessionId: string; turnId?: string | undefined },
  report: ReportDamage,
): Promise<LlmCall[]> {
  const inSession = eq(llmCalls.session_id, sessionId)
  // Those of a turn by the index of turns, not by that of all calls of the session.
  const which = turnId === undefined ? inSession : sql`${llmCalls.turn_id} = ${turnId} AND +${inSession}`
  return callsWhere(database, which, report)
}

export function callsSince(
  database: Database,
  { started_at, waits_since = started_at }: { started_at: string; waits_since?: string | undefined },
  report: ReportDamage,
): Promise<LlmCall[]> {
  const later = alias(llmCalls, 'later')
  const answered = database
    .select({ one: sql`1` })
    .from(later)
    .where(
      and(
        eq(later.model_asked, llmCalls.model_asked),
        gt(later.started_at, llmCalls.started_at),
        eq(later.outcome, 'completed'),
      ),
    )
  const isAsked = and(
    eq(llmCalls.outcome, 'failed'),
    like(llmCalls.exchange_json, '%"retry-after%'),
    notExists(answered),
  )
  const isRecent = gte(llmCalls.started_at, started_at)
  const which = and(gte(llmCalls.started_at, waits_since), or(isRecent, isAsked)) ?? isRecent
  return callsWhere(database, which, report)
}

export async function findCall(database: Database, id: string, report: ReportDamage): Promise<LlmCall | null> {
  return (await callsWhere(database, eq(llmCalls.id, id), report))[0] ?? null
}

export async function findCallBefore(
  database: Database,
  { session_id, model_asked, started_at }: Pick<LlmCall, 'session_id' | 'model_asked' | 'started_at'>,
  report: ReportDamage,
): Promise<LlmCall | null> {
  if (session_id === null) return null
  const [row] = await database
    .select(CALL_COLUMNS)
    .from(llmCalls)
    .where(
      and(
        eq(llmCalls.session_id, session_id),
        eq(llmCalls.model_asked, model_asked),
        lt(llmCalls.started_at, started_at),
        IS_COUNTED_ANSWER,
      ),
    )
    .orderBy(desc(llmCalls.started_at))
    .limit(1)
  return row ? readCall(row, report) : null
}

const selectRefused = prepared((database) => {
  const { session_id, model_asked, error_class } = llmCalls
  // By the index of sessions: a model is asked in many chats.
  const isOf = sql`${session_id} = ${sql.placeholder('session_id')} AND +${model_asked} = ${sql.placeholder('model')}`
  const which = and(isOf, inArray(error_class, [...REFUSAL_CLASSES]))
  return database.select(CALL_COLUMNS).from(llmCalls).where(which).prepare()
})

/** In no order. */
export async function listRefusedCalls(
  database: Database,
  sessionId: string,
  model: string,
  report: ReportDamage,
): Promise<LlmCall[]> {
  const rows = await selectRefused(database).all({ session_id: sessionId, model })
  return rows.flatMap((row) => readCall(row, report) ?? [])
}

async function callsWhere(database: Database, which: SQL, report: ReportDamage): Promise<LlmCall[]> {
  const rows = await database
    .select(CALL_COLUMNS)
    .from(llmCalls)
    .where(which)
    .orderBy(asc(llmCalls.started_at), sql`rowid`)
  return rows.flatMap((row) => readCall(row, report) ?? [])
}

/** Null for one that cannot be read. */
export function readCall(
  { cache_saved_picousd, cache_write_premium_picousd, ...stored }: StoredCall,
  report: ReportDamage,
): LlmCall | null {
  const row = { ...stored, cost_picousd: null, cache_saved_picousd: null, cache_write_premium_picousd: null }
  const [call] = readRows(llmCalls, [row], report)
  const ofCache = {
    cache_saved_usd: dollarsOf(cache_saved_picousd),
    cache_write_premium_usd: dollarsOf(cache_write_premium_picousd),
  }
  return call ? callOfRow(call, ofCache) : null
}

type CallRow = typeof llmCalls.$inferSelect

export function rowOfCall({
  usage,
  cost_usd,
  pricing_version,
  cost_state,
  latency_ms,
  time_to_first_token_ms,
  by_own_server,
  cache_saved_usd,
  cache_write_premium_usd,
  tools,
  exchange,
  ...call
}: LlmCall): CallRow {
  const cost_picousd = usage && cost_usd !== null ? toPicoDollars(cost_usd) : null
  const ofPriced = (usd: string | null) => (cost_picousd === null || usd === null ? null : toSignedPicoDollars(usd))
  return {
    ...call,
    ...countersOf(usage),
    usage_source: usage ? (usage.estimated ? 'estimated' : 'reported') : 'none',
    // A cost that no sum can hold is none.
    ...(cost_picousd === null
      ? { cost_usd: null, pricing_version: null, cost_state: cost_usd === null ? cost_state : 'unpriced' }
      : { cost_usd, pricing_version, cost_state }),
    cost_picousd,
    tools_json: tools.length > 0 ? tools : null,
    exchange_json: exchange,
    cache_saved_picousd: ofPriced(cache_saved_usd),
    cache_write_premium_picousd: ofPriced(cache_write_premium_usd),
    by_own_server: by_own_server === null ? null : Number(by_own_server),
    latency_ms: latency_ms === null ? null : Math.round(latency_ms),
    time_to_first_token_ms: time_to_first_token_ms === null ? null : Math.round(time_to_first_token_ms),
  }
}

function countersOf(usage: TokenUsage | null) {
  return {
    input_tokens: usage?.input_tokens ?? 0,
    output_tokens: usage?.output_tokens ?? 0,
    cached_input_tokens: usage?.cached_input_tokens ?? 0,
    cache_creation_input_tokens: usage?.cache_creation_input_tokens ?? 0,
    cache_creation_1h_input_tokens: usage?.cache_creation_1h_input_tokens ?? null,
    reasoning_tokens: usage?.reasoning_tokens ?? null,
    service_tier: usage?.service_tier ?? null,
    tool_uses_json: usage?.tool_uses ?? null,
    billed_usd: usage?.billed_usd ?? null,
  }
}

/** By itself: it may be more than a number holds. */
function dollarsOf(picodollars: unknown): string | null {
  return typeof picodollars === 'string' && /^-?\d+$/.test(picodollars)
    ? fromPicoDollars(0n, BigInt(picodollars))
    : null
}

type OfCache = Pick<LlmCall, 'cache_saved_usd' | 'cache_write_premium_usd'>

function callOfRow(row: CallRow, ofCache: OfCache): LlmCall {
  const {
    input_tokens: _input,
    output_tokens: _output,
    cached_input_tokens: _read,
    cache_creation_input_tokens: _written,
    cache_creation_1h_input_tokens: _written1h,
    reasoning_tokens: _reasoning,
    service_tier: _tier,
    tool_uses_json: _uses,
    billed_usd: _billed,
    by_own_server,
    usage_source: _source,
    cost_picousd: _forSums,
    cache_saved_picousd: _saved,
    cache_write_premium_picousd: _premium,
    tools_json,
    exchange_json,
    ...call
  } = row
  return {
    ...call,
    ...ofCache,
    tools: tools_json ?? [],
    exchange: ExchangeRecord.safeParse(exchange_json).data ?? null,
    by_own_server: by_own_server === null ? null : by_own_server === 1,
    usage: usageOf(row),
  } as LlmCall
}

type Counters = ReturnType<typeof countersOf>

/** What was counted of a call; `null` where nobody knows. Columns that are not given say nothing. */
export function usageOf({
  usage_source,
  input_tokens,
  output_tokens,
  cached_input_tokens,
  cache_creation_input_tokens,
  cache_creation_1h_input_tokens,
  reasoning_tokens = null,
  service_tier,
  tool_uses_json,
  billed_usd = null,
}: Pick<CallRow, 'usage_source'> &
  Omit<Counters, 'reasoning_tokens' | 'billed_usd' | 'tool_uses_json'> &
  Partial<Pick<Counters, 'reasoning_tokens' | 'billed_usd'>> & { tool_uses_json: unknown }): TokenUsage | null {
  if (usage_source === 'none') return null
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_creation_input_tokens,
    ...(cache_creation_1h_input_tokens !== null && { cache_creation_1h_input_tokens }),
    ...(reasoning_tokens !== null && { reasoning_tokens }),
    ...(usage_source === 'estimated' && { estimated: true }),
    ...(service_tier !== null && { service_tier }),
    ...(tool_uses_json !== null && { tool_uses: tool_uses_json }),
    ...(billed_usd !== null && { billed_usd }),
  }
}
