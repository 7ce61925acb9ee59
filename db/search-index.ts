import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Message } from '#lib/canonical/message.ts'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import { featuresOf, isSearchable, searchableText } from '#lib/search/searchable.ts'
import { indexedText } from '#lib/search/word.ts'
import type { Database, Statement } from './database.ts'
import { runAll } from './database.ts'
import { messageOfRow } from './message-row.ts'
import { messages, searchEntries, sessions } from './schema.ts'
import { type ReportDamage, type StoredRow, storedColumns } from './stored-row.ts'

/** What the index has of one message. */
interface IndexedMessage {
  session_id: string
  message_id: string
  created_at: number
  body: string
  parts: string
  model: string
  /** Words to narrow a search by: whose it is, what it holds, and its session, so that the index finds them itself. */
  facets: string
}

/** A word that stands in no text. */
export function sessionFacet(sessionId: string): string {
  return indexedText(`s${sessionId}`).body.replaceAll(' ', '')
}

/** Null for a message in which nothing can be found. */
function indexedMessage(message: Message): IndexedMessage | null {
  const { id, session_id, role, content, metadata, created_at } = message
  if (!isSearchable(message)) return null
  const text = indexedText(searchableText(content))
  const features = featuresOf(content)
  if (text.body === '' && features.length === 0) return null
  return {
    ...text,
    session_id,
    message_id: id,
    created_at: parseTimestamp(created_at),
    model: indexedText(metadata.model ?? '').body,
    facets: [role, ...features, sessionFacet(session_id)].join(' '),
  }
}

/** Of what is gone the index keeps words until it is merged: those of a temporary session never come into it. */
const IS_KEPT = sql.raw('sessions.temporary IS NOT 1')

/** Puts finished messages into the index, in the place of what it had of them. */
export function indexMessages(database: Database, written: readonly Message[]): Statement[] {
  const searchable = written.filter(isSearchable)
  const rows = searchable.flatMap((message) => indexedMessage(message) ?? [])
  const rest = searchable.filter(({ id }) => !rows.some(({ message_id }) => message_id === id))
  return [
    ...(rest.length > 0 ? [forgetMessages(database, rest)] : []),
    ...(rows.length > 0 ? [database.run(putEntries(rows)), database.run(putWords(rows))] : []),
  ]
}

function forgetMessages(database: Database, gone: readonly Message[]): Statement {
  const named = gone.map(({ session_id, id }) => ({ session_id, id }))
  return database.run(sql`
    DELETE FROM search_entries WHERE (session_id, message_id) IN (
      SELECT value ->> 'session_id', value ->> 'id' FROM json_each(${JSON.stringify(named)})
    )`)
}

function putEntries(rows: readonly IndexedMessage[]) {
  const entries = rows.map(({ session_id, message_id, created_at }) => ({ session_id, message_id, created_at }))
  return sql`
    INSERT INTO search_entries (session_id, message_id, created_at, is_pending)
    SELECT value ->> 'session_id', value ->> 'message_id', value ->> 'created_at', 0
    FROM json_each(${JSON.stringify(entries)}) JOIN sessions ON sessions.id = value ->> 'session_id' WHERE ${IS_KEPT}
    ON CONFLICT (session_id, message_id) DO UPDATE SET is_pending = 0`
}

function putWords(rows: readonly IndexedMessage[], which = sql`TRUE`) {
  return sql`
    INSERT OR REPLACE INTO search_index (rowid, title, body, parts, model, facets)
    SELECT entry.id, '', value ->> 'body', value ->> 'parts', value ->> 'model', value ->> 'facets'
    FROM json_each(${JSON.stringify(rows)}) CROSS JOIN search_entries AS entry
      ON entry.session_id = value ->> 'session_id' AND entry.message_id = value ->> 'message_id'
    WHERE ${which}`
}

/** Where that is the title of the session by now: another one may have come first. */
export function indexTitle(database: Database, sessionId: string, title: string): Statement[] {
  const isStored = sql`title = ${sql.param(title, sessions.title)}`
  return [
    database.run(sql`
      INSERT INTO search_entries (session_id, message_id, created_at, is_pending)
      SELECT id, NULL, CAST(created_at AS INTEGER), 0 FROM sessions WHERE id = ${sessionId} AND ${isStored} AND ${IS_KEPT}
      ON CONFLICT (session_id) WHERE message_id IS NULL DO UPDATE SET is_pending = 0`),
    database.run(putTitle(sessionId, title, isStored)),
  ]
}

function putTitle(sessionId: string, title: string, which: ReturnType<typeof sql>) {
  const { body, parts } = indexedText(title)
  return sql`
    INSERT OR REPLACE INTO search_index (rowid, title, body, parts, model, facets)
    SELECT entry.id, ${body}, '', ${parts}, '', ${`title ${sessionFacet(sessionId)}`}
    FROM search_entries AS entry JOIN sessions ON sessions.id = entry.session_id
    WHERE entry.session_id = ${sessionId} AND entry.message_id IS NULL AND ${which}`
}

/** Their words are put into the index by whoever next looks for such messages. */
export function indexLater(database: Database, which: SQL): Statement {
  return database.run(sql`
    INSERT INTO search_entries (session_id, message_id, created_at, is_pending)
    SELECT session_id, id, CAST(created_at AS INTEGER), 1 FROM messages WHERE ${which}
      AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = messages.session_id AND ${IS_KEPT})
    ON CONFLICT (session_id, message_id) DO UPDATE SET is_pending = 1`)
}

/** The same for a title. */
export function indexTitleLater(database: Database, sessionId: string): Statement {
  return database.run(sql`
    INSERT INTO search_entries (session_id, message_id, created_at, is_pending)
    SELECT id, NULL, CAST(created_at AS INTEGER), 1 FROM sessions WHERE id = ${sessionId} AND ${IS_KEPT}
    ON CONFLICT (session_id) WHERE message_id IS NULL DO UPDATE SET is_pending = 1`)
}

/** Messages that end without being written again. Before they are ended. */
export function indexPartialLater(database: Database, sessionIds: readonly string[]): Statement {
  const inSessions = sql`session_id IN (SELECT value FROM json_each(${JSON.stringify(sessionIds)}))`
  return indexLater(database, sql`${inSessions} AND status = 'partial'`)
}

/** So many at once, and no more once there is so much of them: a turn that is written to meanwhile waits for this. */
const [MOST_ENTRIES, MOST_CHARACTERS] = [50, 200_000]

/**
 * Puts the words of some messages into the index that are not there yet, the newest first: after an update from a version
 * without it, and after a crash. False when there is nothing left to do.
 */
export async function indexPending(database: Database, report: ReportDamage): Promise<boolean> {
  const pending = await listPending(database)
  if (pending.length === 0) return false
  const isMessage = ({ message_id }: Pending) => message_id !== null
  const read = await readMessages(database, pending.filter(isMessage), report)
  const rows = read.flatMap((message) => indexedMessage(message) ?? [])
  const titles = pending.filter((entry) => !isMessage(entry))
  // One that was written again since it was read is in the index as it is now.
  const stillPending = sql`entry.is_pending = 1`
  const found = new Set(rows.map(({ message_id }) => message_id))
  const none = pending.filter((entry) => entry.message_id !== null && !found.has(entry.message_id))
  await runAll(
    database,
    [
      putWords(rows, stillPending),
      ...titles.map(({ session_id, title }) => putTitle(session_id, title ?? '', stillPending)),
      sql`DELETE FROM search_entries WHERE is_pending = 1 AND id IN (${idsOf(none)})`,
      sql`UPDATE search_entries SET is_pending = 0 WHERE id IN (${idsOf(pending)})`,
    ].map((statement) => database.run(statement)),
  )
  return true
}

interface Pending {
  id: number
  session_id: string
  message_id: string | null
  title: string | null
  size: number
}

async function listPending(database: Database): Promise<Pending[]> {
  const rows = await database
    .select({
      id: searchEntries.id,
      session_id: searchEntries.session_id,
      message_id: searchEntries.message_id,
      title: sql<string | null>`sessions.title`,
      size: sql<number>`coalesce(length(messages.content_json), 0)`,
    })
    .from(searchEntries)
    .innerJoin(sessions, eq(sessions.id, searchEntries.session_id))
    .leftJoin(
      messages,
      and(eq(messages.session_id, searchEntries.session_id), eq(messages.id, searchEntries.message_id)),
    )
    .where(sql`is_pending = 1`)
    .orderBy(sql`${searchEntries.id} DESC`)
    .limit(MOST_ENTRIES)
  let size = 0
  return rows.filter((row, n) => {
    size += row.size
    return n === 0 || size <= MOST_CHARACTERS
  })
}

async function readMessages(database: Database, pending: readonly Pending[], report: ReportDamage): Promise<Message[]> {
  const ids = JSON.stringify(pending.map(({ message_id }) => message_id))
  const rows: StoredRow<typeof messages>[] = await database
    .select(storedColumns(messages))
    .from(messages)
    .where(sql`${messages.id} IN (SELECT value FROM json_each(${ids}))`)
  return rows.map((row) => messageOfRow(row, report))
}

const idsOf = (entries: readonly Pending[]) =>
  sql`SELECT value FROM json_each(${JSON.stringify(entries.map(({ id }) => id))})`
