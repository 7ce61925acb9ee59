import { and, eq, inArray, sql } from 'drizzle-orm'
import { assertNever } from '#lib/assert-never.ts'
import type { TurnWrite } from '#lib/store/turn-record.ts'
import type { Database, Statement } from './database.ts'
import { llmCalls, turns } from './schema.ts'

/** Microseconds, of the database: the clocks of the processes that share it may differ. */
export const DATABASE_NOW = sql.raw(`CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000`)

export function putTurn(database: Database, write: TurnWrite): Statement {
  switch (write.type) {
    case 'start': {
      const { routing, ...turn } = write.turn
      const { owner, ms } = write.lease
      const lease_until = sql`${DATABASE_NOW} + ${Math.round(ms * 1000)}`
      return database.insert(turns).values({ ...turn, routing_json: routing, lease_owner: owner, lease_until })
    }
    case 'end': {
      const { id, state, ended_at } = write
      return database
        .update(turns)
        .set({ state, ended_at, lease_owner: null, lease_until: null })
        .where(eq(turns.id, id))
    }
    default:
      return assertNever(write)
  }
}

/** Turns that nobody runs any more, and the calls of models that nobody waits for. */
export function endOpenTurns(database: Database, sessionIds: readonly string[], ended_at: string): Statement[] {
  const open = and(inArray(turns.session_id, [...sessionIds]), sql`state IN ('running', 'waiting')`)
  const ids = database.select({ id: turns.id }).from(turns).where(open)
  return [
    database
      .update(llmCalls)
      .set({ outcome: 'interrupted' })
      .where(and(inArray(llmCalls.turn_id, ids), sql`outcome = 'running'`)),
    database.update(turns).set({ state: 'failed', ended_at, lease_owner: null, lease_until: null }).where(open),
  ]
}
