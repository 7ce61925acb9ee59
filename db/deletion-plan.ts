import { type SQL, sql } from 'drizzle-orm'
import type { DeletionExtent, MovedMessage } from '#lib/store/deletion.ts'
import type { Database } from './database.ts'
import { findHead } from './session.ts'

/** What a deletion takes, and what becomes of the rest. */
export interface DeletionPlan {
  message_ids: string[]
  /** Turns of which no answer is left. */
  turn_ids: string[]
  parent_id: string | null
  /** Messages that follow what is deleted, with the parents that they have. */
  followers: MovedMessage[]
  siblings: string[]
  head_before: string | null
  head_after: string | null
}

interface PlacedRow {
  id: string
  parent_id: string | null
  role: unknown
  turn_id: unknown
}

/** Null where there is no such message. */
export async function planDeletion(
  database: Database,
  sessionId: string,
  id: string,
  extent: DeletionExtent,
): Promise<DeletionPlan | null> {
  const first = await firstOf(database, sessionId, id)
  if (!first) return null
  const deleted = (await database.all<PlacedRow>(below(sessionId, first.id, extent))).sort(byId)
  const message_ids = deleted.map((row) => row.id)
  const gone = new Set(message_ids)
  const following = await database.all<PlacedRow>(sql`
    SELECT id, parent_id, role, turn_id FROM messages
    WHERE session_id = ${sessionId} AND parent_id IN ${listed(message_ids)}`)
  const followers = following.filter((row) => !gone.has(row.id)).sort(byId)
  // Of a question that is deleted alone, the answer stays, and with it its turn.
  const kept = new Set(followers.map(({ turn_id }) => turn_id))
  const turns = new Set(deleted.map(({ turn_id }) => turn_id))
  const beside = await database.all<{ id: string }>(sql`
    SELECT id FROM messages WHERE session_id = ${sessionId} AND parent_id IS ${first.parent_id}`)
  const siblings = beside.flatMap((row) => (row.id === first.id ? [] : row.id)).sort()
  const head_before = await findHead(database, sessionId)
  const plan = {
    message_ids,
    turn_ids: [...turns].filter((turn) => typeof turn === 'string').filter((turn) => !kept.has(turn)),
    parent_id: first.parent_id,
    followers: followers.map((row) => ({ message_id: row.id, parent_id: row.parent_id })),
    siblings,
    head_before,
  }
  const isHeadGone = head_before !== null && gone.has(head_before)
  return { ...plan, head_after: isHeadGone ? await nextHead(database, sessionId, first.id, plan) : head_before }
}

/** The end of the version that was made before, or else after; of what follows it; or what it followed itself. */
async function nextHead(
  database: Database,
  sessionId: string,
  first: string,
  { siblings, followers, parent_id }: Omit<DeletionPlan, 'head_after'>,
): Promise<string | null> {
  const branch =
    siblings.findLast((id) => id < first) ?? siblings.find((id) => id > first) ?? followers.at(-1)?.message_id
  if (branch === undefined) return parent_id
  const [leaf] = await database.all<{ id: string }>(sql`
    SELECT max(id) AS id FROM (${below(sessionId, branch, 'branch')})`)
  return leaf?.id ?? parent_id
}

/** What a model said in one turn, its calls and their results, is one answer: it goes whole. */
const IS_STEP = (message: string) => sql.raw(`${message}.role IN ('assistant', 'tool')`)

/** The first message of the answer that it is part of; a question is itself. */
async function firstOf(database: Database, sessionId: string, id: string): Promise<PlacedRow | undefined> {
  const answer = await database.all<PlacedRow>(sql`
    WITH RECURSIVE above (id, parent_id, role, turn_id) AS (
      SELECT id, parent_id, role, turn_id FROM messages WHERE session_id = ${sessionId} AND id = ${id}
      UNION ALL
      SELECT m.id, m.parent_id, m.role, m.turn_id FROM above
      JOIN messages AS m ON m.session_id = ${sessionId} AND m.id = above.parent_id
      WHERE ${IS_STEP('above')} AND ${IS_STEP('m')} AND m.turn_id IS above.turn_id
    ) SELECT * FROM above`)
  return answer.sort(byId)[0]
}

/** CROSS keeps the order of the join: the planner would read the whole session for each message. */
function below(sessionId: string, id: string, extent: DeletionExtent): SQL {
  const isSameAnswer = sql`AND ${IS_STEP('said')} AND ${IS_STEP('child')} AND child.turn_id IS said.turn_id`
  return sql`
    WITH RECURSIVE said (id, parent_id, role, turn_id) AS (
      SELECT id, parent_id, role, turn_id FROM messages WHERE session_id = ${sessionId} AND id = ${id}
      UNION ALL
      SELECT child.id, child.parent_id, child.role, child.turn_id FROM said
      CROSS JOIN messages AS child ON child.session_id = ${sessionId} AND child.parent_id = said.id
        ${extent === 'message' ? isSameAnswer : sql``}
    ) SELECT * FROM said`
}

/** Here and not in the database, whose indexes are not in this order. */
const byId = (one: PlacedRow, other: PlacedRow) => (one.id < other.id ? -1 : 1)

/** However many they are: SQLite takes a limited number of values in one statement. */
export function listed(ids: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
