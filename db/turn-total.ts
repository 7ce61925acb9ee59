import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'
import type { Database } from './database.ts'
import { llmCalls } from './schema.ts'
import { COST_USD, IS_KNOWN, IS_UNPRICED } from './spending.ts'

/** What turns took; see `turnTotalOf`. */
export function selectTurnTotals(database: Database, sessionId: string, turnIds: readonly string[]) {
  // Not `sum`: a damaged number must not stop the whole page, and these are far below 2^53.
  const sum = (column: SQLiteColumn) => sql<number>`total(${column})`
  return database
    .select({
      turn_id: sql<string>`${llmCalls.turn_id}`,
      calls: sql<number>`count(*) FILTER (WHERE ${IS_KNOWN})`,
      input_tokens: sum(llmCalls.input_tokens),
      output_tokens: sum(llmCalls.output_tokens),
      cached_input_tokens: sum(llmCalls.cached_input_tokens),
      cache_creation_input_tokens: sum(llmCalls.cache_creation_input_tokens),
      cost_usd: COST_USD,
      unpriced_calls: sql<number>`count(*) FILTER (WHERE ${IS_UNPRICED})`,
      // Also of a call that used nothing: it was waited for.
      latency_ms: sum(llmCalls.latency_ms),
      estimated: sql<0 | 1>`max(usage_source = 'estimated')`,
      left_out: leftOut(sessionId),
    })
    .from(llmCalls)
    .where(and(eq(llmCalls.session_id, sessionId), inArray(llmCalls.turn_id, [...turnIds])))
    .groupBy(llmCalls.turn_id)
    .having(sql`count(*) FILTER (WHERE ${IS_KNOWN}) > 0`)
}

/** Of the last request of an answer: the one that names a chat says nothing of its history. */
const leftOut = (sessionId: string) => sql<number>`(
  SELECT count(*) FROM projections AS left_out
  WHERE left_out.session_id = ${sessionId} AND left_out.action = 'dropped' AND left_out.message_id <> ''
    AND left_out.request_id = (
      SELECT max(last.request_id) FROM llm_calls AS last
      WHERE last.turn_id = llm_calls.turn_id AND last.message_id IS NOT NULL
    )
)`

export type TotalRow = Awaited<ReturnType<typeof selectTurnTotals>>[number]

/** As with a session: "at least nothing" is no sum. */
export function turnTotalOf(row: TotalRow): TurnTotal {
  const cost_usd = row.cost_usd === '0' && row.unpriced_calls > 0 ? null : row.cost_usd
  const { left_out, ...total } = row
  return { ...total, cost_usd, estimated: row.estimated === 1, ...(left_out > 0 && { left_out }) }
}

export async function listTurnTotals(
  database: Database,
  sessionId: string,
  turnIds: readonly string[],
): Promise<TurnTotal[]> {
  if (turnIds.length === 0) return []
  return (await selectTurnTotals(database, sessionId, turnIds)).map(turnTotalOf)
}

/** The turns of which these calls change what they took. */
export function turnsWithNews(calls: readonly LlmCall[]): string[] {
  return [...new Set(calls.flatMap(({ turn_id, outcome }) => (outcome === 'running' ? [] : (turn_id ?? []))))]
}
