import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import { assertMessage, InvariantError } from '#lib/canonical/invariant.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Page, PartialContent, PlacedMessage } from '#lib/store/store.ts'
import { BadCursorError } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { upsertion } from './insertion.ts'
import { messageOfRow, placedOfRow, rowOfMessage } from './message-row.ts'
import { prepared } from './prepared.ts'
import { messages } from './schema.ts'
import { indexMessages } from './search-index.ts'
import { type ReportDamage, type StoredRow, storedColumns } from './stored-row.ts'

const STORED = storedColumns(messages)

const putRows = upsertion(messages)

/** With what is found of them. Throws what `rowsOfMessages` throws. */
export function putMessages(database: Database, placed: readonly PlacedMessage[]): Statement[] {
  const rows = rowsOfMessages(placed)
  const written = placed.map(({ message }) => message)
  return [...putRows(database, rows), ...indexMessages(database, written)]
}

/** Throws an `InvariantError` for a message that breaks a rule of its own, or does not sort after its parent. */
export function rowsOfMessages(placed: readonly PlacedMessage[]): (typeof messages.$inferInsert)[] {
  // First: the rules are about messages of the format.
  const rows = placed.map(rowOfMessage)
  for (const { message, parent_id } of placed) {
    assertMessage(message)
    if (parent_id !== null && message.id <= parent_id) {
      throw new InvariantError([{ rule: '6.1', message_id: message.id, problem: `does not sort after ${parent_id}` }])
    }
  }
  return rows
}

/** Written out: it runs twice a second for every answer in the making. */
export async function replacePartialContent({ $client }: Database, drafts: readonly PartialContent[]): Promise<void> {
  await $client.batch(
    drafts.map(({ session_id, message_id, content }) => ({
      sql: "UPDATE messages SET content_json = ? WHERE session_id = ? AND id = ? AND status = 'partial'",
      args: [JSON.stringify(content), session_id, message_id],
    })),
  )
}

export async function findMessage(
  database: Database,
  sessionId: string,
  id: string,
  report: ReportDamage,
): Promise<PlacedMessage | null> {
  const row = await database.select(STORED).from(messages).where(isMessage(sessionId, id)).get()
  return row ? placedOfRow(row, report) : null
}

export async function findMessages(
  database: Database,
  sessionId: string,
  ids: readonly string[],
  report: ReportDamage,
): Promise<PlacedMessage[]> {
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const rows = await database
    .select(STORED)
    .from(messages)
    .where(and(eq(messages.session_id, sessionId), inArray(messages.id, named)))
  return rows.map((row) => placedOfRow(row, report))
}

const selectLastId = prepared((database) =>
  database
    .select({ id: max(messages.id) })
    .from(messages)
    .where(eq(messages.session_id, sql.placeholder('session_id')))
    .prepare(),
)

export async function findLastMessageId(database: Database, sessionId: string): Promise<string | null> {
  const row = await selectLastId(database).get({ session_id: sessionId })
  return row?.id ?? null
}

/** The path from the root to `leaf`, or to the head of the session; empty when there is no such message. */
export async function findPath(
  database: Database,
  sessionId: string,
  leaf: string | undefined,
  report: ReportDamage,
): Promise<Message[]> {
  const rows = await rowsUpFrom(database, sessionId, leaf === undefined ? headOf(sessionId) : sql`${leaf}`)
  return rows.map((row) => messageOfRow(row, report))
}

/** Reads the page and not the path: the walk up the parents ends with the page. */
export async function findPathPage(
  database: Database,
  sessionId: string,
  { before, limit }: { before?: string | undefined; limit: number },
  report: ReportDamage,
): Promise<Page<PlacedMessage>> {
  const leaf = before === undefined ? headOf(sessionId) : parentOf(sessionId, before)
  const rows = await rowsUpFrom(database, sessionId, leaf, limit)
  const [oldest] = rows
  if (!oldest && before !== undefined && !(await findMessage(database, sessionId, before, report)))
    throw new BadCursorError('before')
  return {
    items: rows.map((row) => placedOfRow(row, report)),
    next: oldest?.parent_id ? String(oldest.id) : null,
  }
}

/** Ascending; -1 is no limit. Ids grow along a path, so their order is the path's. */
function rowsUpFrom(
  database: Database,
  sessionId: string,
  leaf: SQL,
  limit = -1,
): Promise<StoredRow<typeof messages>[]> {
  const path = sql`
    WITH RECURSIVE path (id, parent_id) AS (
      SELECT id, parent_id FROM messages WHERE session_id = ${sessionId} AND id = ${leaf}
      UNION ALL
      SELECT parent.id, parent.parent_id FROM path
      JOIN messages AS parent ON parent.session_id = ${sessionId} AND parent.id = path.parent_id
      LIMIT ${limit}
    ) SELECT id FROM path`
  return database
    .select(STORED)
    .from(messages)
    .where(inArray(messages.id, sql`(${path})`))
    .orderBy(asc(messages.id))
}

export const headOf = (sessionId: string) => sql`(SELECT head_id FROM sessions WHERE id = ${sessionId})`

export const parentOf = (sessionId: string, id: string) =>
  sql`(SELECT parent_id FROM messages WHERE session_id = ${sessionId} AND id = ${id})`

function isMessage(sessionId: string, id: string) {
  return and(eq(messages.session_id, sessionId), eq(messages.id, id))
}
