import { desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { newId } from '#lib/canonical/id.ts'
import type { DeletionExtent, MovedMessage, TreeChange } from '#lib/store/deletion.ts'
import type { Database, Statement } from './database.ts'
import {
  deletedEvents,
  deletedMessages,
  deletedToolCalls,
  deletedTurns,
  deletedWireAnswers,
  deletions,
} from './deleted-schema.ts'
import { listed, planDeletion } from './deletion-plan.ts'
import { assertHolds } from './expectation.ts'
import { events, messages, sessions, toolCalls, turns } from './schema.ts'
import { indexLater } from './search-index.ts'
import { moveToHead } from './session.ts'
import { wireAnswers } from './wire-answer-schema.ts'

/** What is written, and what it makes of the tree. */
export interface TreeWrite {
  statements: Statement[]
  change: TreeChange
}

/** In the order in which they can be written: a call refers to its messages. Backwards they can be removed. */
const PARTS = [
  { there: messages, deleted: deletedMessages },
  { there: toolCalls, deleted: deletedToolCalls },
  { there: turns, deleted: deletedTurns },
  { there: events, deleted: deletedEvents },
  { there: wireAnswers, deleted: deletedWireAnswers },
] as const

/**
 * The rows move to where nothing looks for them, with what was said of them there. Refused where the session is not what it
 * was when this was planned. Null where there is no such message.
 */
export async function deleteMessages(
  database: Database,
  sessionId: string,
  { id, extent, deleted_at }: { id: string; extent: DeletionExtent; deleted_at: string },
): Promise<TreeWrite | null> {
  const plan = await planDeletion(database, sessionId, id, extent)
  if (!plan) return null
  const { message_ids, turn_ids, parent_id, followers, siblings, head_before, head_after } = plan
  const deletion_id = newId(await latestDeletion(database, sessionId))
  const gone = listed(message_ids)
  const isAsPlanned = sql`
    (SELECT count(*) FROM messages WHERE session_id = ${sessionId} AND id IN ${gone}) = ${message_ids.length}
    AND (SELECT count(*) FROM messages WHERE session_id = ${sessionId} AND parent_id IN ${gone} AND id NOT IN ${gone}) = ${followers.length}
    AND (SELECT head_id FROM sessions WHERE id = ${sessionId}) IS ${head_before}`
  const which = new Map<SQLiteTable, SQL>([
    [messages, sql`id IN ${gone}`],
    [toolCalls, sql`(message_id IN ${gone} OR result_message_id IN ${gone})`],
    [turns, sql`id IN ${listed(turn_ids)}`],
    [events, sql`turn_id IN ${listed(turn_ids)}`],
    // Those of a model that failed before another one took the turn are of no message that there is.
    [wireAnswers, sql`(message_id IN ${gone} OR turn_id IN ${listed(turn_ids)})`],
  ])
  const rowsOf = (table: SQLiteTable) => sql`session_id = ${sessionId} AND ${which.get(table)}`
  const statements = [
    assertHolds(database, sessionId, { type: 'idle' }),
    database.insert(deletions).values({
      id: deletion_id,
      session_id: sql`CASE WHEN ${isAsPlanned} THEN ${sessionId} END`,
      deleted_at,
      head_before,
      head_after,
      moved_json: followers,
    }),
    ...PARTS.map(({ there, deleted }) => {
      const names = columnsOf(there)
      return database.run(sql`
        INSERT INTO ${deleted} (${names}, deletion_id)
        SELECT ${names}, ${deletion_id} FROM ${there} WHERE ${rowsOf(there)} ORDER BY rowid`)
    }),
    ...(head_after === head_before ? [] : [moveToHead(database, sessionId, head_after)]),
    database.run(sql`
      UPDATE messages SET parent_id = ${parent_id}
      WHERE session_id = ${sessionId} AND parent_id IN ${gone} AND id NOT IN ${gone}`),
    ...PARTS.toReversed().map(({ there }) => database.run(sql`DELETE FROM ${there} WHERE ${rowsOf(there)}`)),
  ]
  const moved = followers.map(({ message_id }) => ({ message_id, parent_id }))
  const beside = [...siblings, ...moved.map(({ message_id }) => message_id)].sort()
  return { statements, change: { deletion_id, message_ids, parent_id, moved, head_id: head_after, beside } }
}

/** Everything goes back to where it was, but the head where somebody has moved it since. Null where there is none. */
export async function restoreMessages(
  database: Database,
  sessionId: string,
  deletionId: string,
): Promise<TreeWrite | null> {
  const isThis = sql`${deletions.session_id} = ${sessionId} AND ${deletions.id} = ${deletionId}`
  const deletion = await database.select().from(deletions).where(isThis).get()
  const rows = await database
    .select({ id: deletedMessages.id, parent_id: deletedMessages.parent_id })
    .from(deletedMessages)
    .where(eq(deletedMessages.deletion_id, deletionId))
  const [first] = rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  if (!deletion || !first) return null
  const head = await database.select({ id: sessions.head_id }).from(sessions).where(eq(sessions.id, sessionId)).get()
  const isHeadBack = head?.id === deletion.head_after && deletion.head_before !== deletion.head_after
  const moved = deletion.moved_json as MovedMessage[]
  const beside = await database
    .select({ id: messages.id })
    .from(messages)
    .where(sql`${messages.session_id} = ${sessionId} AND ${messages.parent_id} IS ${first.parent_id}`)
  const statements = [
    assertHolds(database, sessionId, { type: 'idle' }),
    // What was deleted later goes first: this may be what it hung on.
    database
      .update(deletions)
      .set({
        session_id: sql`CASE WHEN id = (SELECT max(id) FROM deletions WHERE session_id = ${sessionId}) THEN session_id END`,
      })
      .where(isThis),
    ...PARTS.map(({ there, deleted }) => {
      const names = columnsOf(there)
      return database.run(sql`
        INSERT INTO ${there} (${names}) SELECT ${names} FROM ${deleted} WHERE deletion_id = ${deletionId} ORDER BY rowid`)
    }),
    database.run(sql`
      UPDATE messages SET parent_id = moved.value ->> 'parent_id'
      FROM json_each(${JSON.stringify(moved)}) AS moved
      WHERE messages.session_id = ${sessionId} AND messages.id = moved.value ->> 'message_id'`),
    ...(isHeadBack ? [moveToHead(database, sessionId, deletion.head_before)] : []),
    indexLater(database, sql`session_id = ${sessionId} AND id IN ${listed(rows.map(({ id }) => id))}`),
    database.delete(deletions).where(isThis),
  ]
  return {
    statements,
    change: {
      deletion_id: deletionId,
      message_ids: rows.map(({ id }) => id),
      parent_id: first.parent_id,
      moved,
      head_id: isHeadBack ? deletion.head_before : (head?.id ?? null),
      beside: beside.map(({ id }) => id).sort(),
    },
  }
}

/** The one that can be undone. */
export async function latestDeletion(database: Database, sessionId: string): Promise<string | null> {
  const latest = await database
    .select({ id: deletions.id })
    .from(deletions)
    .where(eq(deletions.session_id, sessionId))
    .orderBy(desc(deletions.id))
    .limit(1)
    .get()
  return latest?.id ?? null
}

/** What was deleted before that time is gone for good. */
export function removeDeletions(database: Database, before: string): Statement {
  return database.delete(deletions).where(lt(deletions.deleted_at, before))
}

function columnsOf(table: SQLiteTable): SQL {
  const names = Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name))
  return sql.join(names, sql`, `)
}
