import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Version } from '#lib/canonical/version.ts'
import type { PlacedMessage } from '#lib/store/store.ts'
import type { Database } from './database.ts'
import { placedOfRow } from './message-row.ts'
import { messages } from './schema.ts'
import { type ReportDamage, storedColumns } from './stored-row.ts'

const STORED = storedColumns(messages)

/** By its turn; of a copy from another session, which has none, by the first answer. */
export async function listVersions(database: Database, sessionId: string, id: string): Promise<Version[] | null> {
  const rows = await database.all<Version>(sql`
    SELECT beside.id AS message_id, turns.id AS turn_id, turns.state,
      coalesce(turns.model, (
        SELECT CASE WHEN json_valid(answer.metadata_json) THEN answer.metadata_json ->> '$.model' END
        FROM messages AS answer
        WHERE answer.session_id = ${sessionId} AND answer.parent_id = beside.id AND answer.role = 'assistant'
        ORDER BY answer.id LIMIT 1
      )) AS model
    FROM messages AS asked
    CROSS JOIN messages AS beside ON beside.session_id = ${sessionId} AND beside.parent_id IS asked.parent_id
    LEFT JOIN turns ON turns.id = beside.turn_id AND turns.question_id = beside.id
    WHERE asked.session_id = ${sessionId} AND asked.id = ${id}`)
  // Here and not in the database, whose index of them is not in this order.
  return rows.length === 0 ? null : rows.sort((a, b) => (a.message_id < b.message_id ? -1 : 1))
}

/** A walk down from the question, and no look at the rest of the session. */
export async function findExchange(
  database: Database,
  sessionId: string,
  id: string,
  report: ReportDamage,
): Promise<PlacedMessage[] | null> {
  const exchange = sql`
    WITH RECURSIVE said (id, turn_id) AS (
      SELECT id, turn_id FROM messages WHERE session_id = ${sessionId} AND id = ${id}
      UNION ALL
      SELECT child.id, child.turn_id FROM said
      CROSS JOIN messages AS child ON child.session_id = ${sessionId} AND child.parent_id = said.id
      WHERE child.role <> 'user' AND child.turn_id IS said.turn_id
    ) SELECT id FROM said`
  const rows = await database
    .select(STORED)
    .from(messages)
    .where(and(inArray(messages.id, sql`(${exchange})`), sql`status <> 'partial'`))
    .orderBy(asc(messages.id))
  return rows.length === 0 ? null : rows.map((row) => placedOfRow(row, report))
}
