import { and, eq, sql } from 'drizzle-orm'
import { assertNever } from '#lib/assert-never.ts'
import type { Expectation } from '#lib/store/turn-record.ts'
import type { Database, Statement } from './database.ts'
import { sessions, turns } from './schema.ts'

// A batch has no way to look and then decide. So a statement of its own takes the state of a session, or of a turn, from a
// column that must have one, where the expectation does not hold: the database then refuses the whole batch.

export function assertHolds(database: Database, sessionId: string, expected: Expectation): Statement {
  switch (expected.type) {
    case 'idle':
      // No turn of this version runs in a state that a newer one added; an open turn is refused by its own index.
      return database
        .update(sessions)
        .set({ state: sql`CASE WHEN state <> 'running' THEN state END` })
        .where(eq(sessions.id, sessionId))
    case 'leased':
      return database
        .update(turns)
        .set({
          state: sql`CASE WHEN state IN ('running', 'waiting') AND lease_owner = ${expected.owner} THEN state END`,
        })
        .where(and(eq(turns.id, expected.turn_id), eq(turns.session_id, sessionId)))
    default:
      return assertNever(expected)
  }
}

/** Whether a batch was refused by the statement above, and not for anything else. */
export function isUnmet(error: unknown): boolean {
  return error instanceof Error && /NOT NULL constraint failed: (sessions|turns)\.state/.test(error.message)
}
