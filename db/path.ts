import { type SQL, sql } from 'drizzle-orm'
import { countWords, readableText, wordsPattern } from '#lib/canonical/find-words.ts'
import { timeOfId } from '#lib/canonical/id.ts'
import { Role } from '#lib/canonical/role.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { BadCursorError, type FoundMessage, type OutlinedMessage } from '#lib/store/store.ts'
import type { Database } from './database.ts'
import { findMessage, headOf, parentOf } from './message.ts'
import type { ReportDamage } from './stored-row.ts'

/** By the length that SQLite keeps of a value: no content is read for it. */
export async function outlinePath(
  database: Database,
  sessionId: string,
  before: string | undefined,
  report: ReportDamage,
): Promise<OutlinedMessage[]> {
  const leaf = before === undefined ? headOf(sessionId) : parentOf(sessionId, before)
  const rows = await database.all<OutlinedRow>(sql`
    ${pathUpFrom(sessionId, leaf)}
    SELECT path.id, m.role, octet_length(m.content_json) AS size, m.created_at AS at, m.turn_id
    FROM path CROSS JOIN messages AS m ON m.session_id = ${sessionId} AND m.id = path.id`)
  if (rows.length === 0 && before !== undefined && !(await findMessage(database, sessionId, before, report)))
    throw new BadCursorError('before')
  return rows.reverse().map((row, index) => ({
    id: row.id,
    size: row.size,
    role: roleOf(row.role),
    created_at: momentOf(row.id, row.at),
    ...(typeof row.turn_id === 'string' && endsTurn(row, rows[index + 1]) && { turn_id: row.turn_id }),
  }))
}

interface OutlinedRow {
  id: string
  role: unknown
  size: number
  at: unknown
  turn_id: unknown
}

/** Where a question follows, that alone says so. */
function endsTurn({ role, turn_id }: OutlinedRow, next: OutlinedRow | undefined): boolean {
  return next === undefined || (role !== 'user' && next.role !== 'user' && next.turn_id !== turn_id)
}

/** This and the next as `messageOfRow` has them for a row that cannot be read. */
function momentOf(id: string, stored: unknown): string {
  return formatTimestamp(Number.isSafeInteger(stored) ? Number(stored) : timeOfId(id) * 1000)
}

function roleOf(stored: unknown): Role {
  return Role.safeParse(stored).data ?? 'assistant'
}

/** The database passes over messages that cannot hold the words; what is left is read as a person would. */
export async function findWordsInPath(database: Database, sessionId: string, words: string): Promise<FoundMessage[]> {
  const pattern = wordsPattern(words)
  if (!pattern) return []
  const rows = await database.all<{ id: string; content: unknown }>(sql`
    ${pathUpFrom(sessionId, headOf(sessionId))}
    SELECT path.id, m.content_json AS content
    FROM path CROSS JOIN messages AS m ON m.session_id = ${sessionId} AND m.id = path.id
    WHERE m.role IN ('user', 'assistant') AND ${mayHold(words)}`)
  return rows.reverse().flatMap(({ id, content }) => {
    const count = countWords(readableText(textsOf(content), words), pattern)
    return count > 0 ? [{ id, count }] : []
  })
}

/** From the leaf to the root. Not sorted: whoever asks turns it round. */
const pathUpFrom = (sessionId: string, leaf: SQL) => sql`
  WITH RECURSIVE path (id, parent_id) AS (
    SELECT id, parent_id FROM messages WHERE session_id = ${sessionId} AND id = ${leaf}
    UNION ALL
    SELECT parent.id, parent.parent_id FROM path
    JOIN messages AS parent ON parent.session_id = ${sessionId} AND parent.id = path.parent_id
  )`

/** By the longest part of the words that is the same in JSON, and of which SQLite knows the capitals. */
function mayHold(words: string): SQL {
  const parts = words.match(/[a-z0-9]+/gi) ?? []
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '')
  if (longest === '') return sql`TRUE`
  return sql`replace(replace(replace(m.content_json, '*', ''), '\`', ''), '~', '') LIKE ${`%${longest}%`}`
}

/** A content that cannot be read holds no words. */
function textsOf(stored: unknown): string[] {
  const blocks = parsed(stored)
  return Array.isArray(blocks) ? blocks.flatMap((block) => (isText(block) ? block.text : [])) : []
}

function parsed(stored: unknown): unknown {
  try {
    return JSON.parse(String(stored))
  } catch {
    return null
  }
}

function isText(block: unknown): block is { text: string } {
  return (
    typeof block === 'object' &&
    block !== null &&
    'type' in block &&
    block.type === 'text' &&
    'text' in block &&
    typeof block.text === 'string'
  )
}
