import { type SQL, sql } from 'drizzle-orm'
import { llmCalls } from './schema.ts'

const DOLLARS = sql.raw('sum(cost_picousd / 1000000000000) + sum(cost_picousd % 1000000000000) / 1000000000000')
const REST = sql.raw('sum(cost_picousd % 1000000000000) % 1000000000000')

/** Exact, for only whole numbers are added, and dollars and the rest apart, so that no sum is too large for 64 bits. */
export const COST_USD = sql<string>`rtrim(rtrim(printf('%d.%012d', coalesce(${DOLLARS}, 0), coalesce(${REST}, 0)), '0'), '.')`
export const IS_KNOWN = sql.raw("usage_source IN ('reported', 'estimated')")
/** With those of which a part has no price. */
export const IS_UNPRICED = sql`${IS_KNOWN} AND (cost_picousd IS NULL OR cost_state = 'partial')`

/** What a session has spent, for `UPDATE sessions`. */
export function spendingOf(sessionId: string): { cost_usd: SQL; unpriced_calls: SQL } {
  const calls = sql`FROM ${llmCalls} WHERE ${llmCalls.session_id} = ${sessionId}`
  return {
    cost_usd: sql`(SELECT ${COST_USD} ${calls})`,
    unpriced_calls: sql`(SELECT count(*) ${calls} AND ${IS_UNPRICED})`,
  }
}
