import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { AllSessions } from '#lib/canonical/all-sessions.ts'
import type { Principal } from '#lib/principal.ts'
import type { Database } from './database.ts'
import { IS_LISTED, sessions } from './schema.ts'

/** More than people delete in an hour one by one and look for here. */
const MOST_DELETIONS = 20

const listed = ({ id }: Pick<Principal, 'id'>) => and(eq(sessions.owner_id, id), sql`${IS_LISTED} = 1`)
const isRunning = eq(sessions.state, 'running')
/** All but those with a turn. */
export const idleOf = (ownerId: string) => and(listed({ id: ownerId }), sql`${sessions.state} <> 'running'`)

export async function countSessions(
  database: Database,
  principal: Principal,
): Promise<AllSessions & { running_ids: string[] }> {
  const all = await database.select({ chats: count() }).from(sessions).where(listed(principal)).get()
  const running = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(listed(principal), isRunning))
  const deleted = await database
    .select({ at: sessions.deleted_at, chats: count() })
    .from(sessions)
    .where(and(sql`deleted_at IS NOT NULL`, eq(sessions.owner_id, principal.id), sql`temporary IS NOT 1`))
    .groupBy(sessions.deleted_at)
    .orderBy(desc(sessions.deleted_at))
    .limit(MOST_DELETIONS)
  return {
    chats: all?.chats ?? 0,
    running: running.length,
    running_ids: running.map(({ id }) => id),
    deleted: deleted.flatMap(({ at, chats }) => (at === null ? [] : { at, chats })),
  }
}

/** Deletes all but those with a turn. Gives the ids of those that it deleted. */
export function discardSessions(database: Database, ownerId: string, at: string) {
  return database.update(sessions).set({ deleted_at: at }).where(idleOf(ownerId)).returning({ id: sessions.id })
}

/** Those that were deleted at that time. Returns their ids. */
export async function restoreSessions(database: Database, { id }: Principal, at: string): Promise<string[]> {
  const restored = await database
    .update(sessions)
    .set({ deleted_at: null })
    .where(and(eq(sessions.deleted_at, at), eq(sessions.owner_id, id)))
    .returning({ id: sessions.id })
  return restored.map((session) => session.id)
}
