import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { Role } from '#lib/canonical/role.ts'
import type { SiblingPlace } from '#lib/canonical/sibling-place.ts'
import type { PlacedMessage, Siblings, TreeMessage } from '#lib/store/store.ts'
import type { Database } from './database.ts'
import { placedOfRow } from './message-row.ts'
import { messages } from './schema.ts'
import { type ReportDamage, storedColumns } from './stored-row.ts'

const STORED = storedColumns(messages)

/** Two statements however many there are: the ids of all of them, and the rows of those around the one in question. */
export async function findSiblings(
  database: Database,
  sessionId: string,
  { id, limit }: { id: string; limit: number },
  report: ReportDamage,
): Promise<Siblings | null> {
  const parent = sql`(SELECT parent_id FROM messages WHERE session_id = ${sessionId} AND id = ${id})`
  const rows = await database
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.session_id, sessionId), sql`${messages.parent_id} IS ${parent}`))
  // Here and not in the database, whose index of them is not in this order.
  const ids = rows.map((row) => row.id).sort()
  const at = ids.indexOf(id)
  if (at === -1) return null
  const offset = Math.max(0, Math.min(at - Math.floor(limit / 2), ids.length - limit))
  const found = await database
    .select(STORED)
    .from(messages)
    .where(inArray(messages.id, ids.slice(offset, offset + limit)))
    .orderBy(asc(messages.id))
  return { items: found.map((row) => placedOfRow(row, report)), index: at - offset, offset, total: ids.length }
}

/** Of the session alone, and without what was said. */
export async function listTree(database: Database, sessionId: string): Promise<TreeMessage[]> {
  const rows = await database.all<{ id: string; parent_id: string | null; role: unknown; turn_id: unknown }>(sql`
    SELECT id, parent_id, role, turn_id FROM messages WHERE session_id = ${sessionId}`)
  // Here and not in the database, whose index of them is not in this order.
  return rows
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, parent_id, role, turn_id }) => ({
      id,
      parent_id,
      role: Role.safeParse(role).data ?? 'assistant',
      turn_id: typeof turn_id === 'string' ? turn_id : null,
    }))
}

export async function listSiblingPlaces(
  database: Database,
  sessionId: string,
  messageIds: readonly string[],
): Promise<SiblingPlace[]> {
  if (messageIds.length === 0) return []
  const beside = alias(messages, 'beside')
  const isBeside = and(eq(beside.session_id, sessionId), sql`${beside.parent_id} IS ${messages.parent_id}`)
  return database
    .select({
      message_id: sql<string>`${messages.id}`,
      index: sql<number>`count(*) FILTER (WHERE ${beside.id} < ${messages.id})`,
      total: sql<number>`count(*)`,
    })
    .from(messages)
    .innerJoin(beside, isBeside)
    .where(and(eq(messages.session_id, sessionId), inArray(messages.id, [...messageIds])))
    .groupBy(messages.id)
    .having(sql`count(*) > 1`)
    .orderBy(asc(messages.id))
}

/** The greatest id: ids grow along every path, and with time across them. */
export async function findNewestLeaf(
  database: Database,
  sessionId: string,
  id: string,
  report: ReportDamage,
): Promise<PlacedMessage | null> {
  // CROSS keeps the order of the join: the planner would read the whole session for each message.
  const newest = sql`
    WITH RECURSIVE below (id) AS (
      SELECT id FROM messages WHERE session_id = ${sessionId} AND id = ${id}
      UNION ALL
      SELECT child.id FROM below
      CROSS JOIN messages AS child ON child.session_id = ${sessionId} AND child.parent_id = below.id
    ) SELECT max(id) FROM below`
  const row = await database
    .select(STORED)
    .from(messages)
    .where(eq(messages.id, sql`(${newest})`))
    .get()
  return row ? placedOfRow(row, report) : null
}
