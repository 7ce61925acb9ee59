import { type SQL, sql } from 'drizzle-orm'
import { ContentBlock, isBlockOf } from '#lib/canonical/block.ts'
import { wordsPattern } from '#lib/canonical/find-words.ts'
import { timeOfId } from '#lib/canonical/id.ts'
import { Role } from '#lib/canonical/role.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { foundParts } from '#lib/search/found-parts.ts'
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

/**
 * The database passes over messages that cannot hold the words; what is left is read as a person would. What came of a call
 * is shown with the answer that made it, and found there.
 */
export async function findWordsInPath(database: Database, sessionId: string, words: string): Promise<FoundMessage[]> {
  const pattern = wordsPattern(words)
  if (!pattern) return []
  const rows = await database.all<FoundRow>(sql`
    ${pathUpFrom(sessionId, headOf(sessionId))}
    SELECT path.id, m.role, m.content_json AS content
    FROM path CROSS JOIN messages AS m ON m.session_id = ${sessionId} AND m.id = path.id
    WHERE m.role IN ('user', 'assistant', 'tool') AND ${mayHold(words)}`)
  const results = rows.filter(({ role }) => role === 'tool')
  const callers = results.length > 0 ? await listCallers(database, sessionId, results) : []
  const callerOf = new Map(callers.map((caller) => [caller.result, caller]))
  const resultsOf = Map.groupBy(results, ({ id }) => callerOf.get(id)?.id)
  const holders = new Map<string, unknown>()
  for (const row of rows.reverse()) {
    const holder = row.role === 'tool' ? callerOf.get(row.id) : row
    if (holder) holders.set(holder.id, holder.content)
  }
  return [...holders].flatMap(([id, content]) => {
    const cameBack = (resultsOf.get(id) ?? []).flatMap((row) => blocksOf(row.content))
    const parts = foundParts(blocksOf(content), cameBack.filter(isBlockOf('tool_result')), words, pattern)
    const count = parts.reduce((sum, part) => sum + part.count, 0)
    if (count === 0) return []
    return parts.some(({ fold }) => fold !== undefined) ? [{ id, count, parts }] : [{ id, count }]
  })
}

interface FoundRow {
  id: string
  role: unknown
  content: unknown
}

/** The answers whose calls some results are of: the first above each that is no result itself. */
function listCallers(
  database: Database,
  sessionId: string,
  results: readonly FoundRow[],
): Promise<{ result: string; id: string; content: unknown }[]> {
  return database.all(sql`
    WITH RECURSIVE up (result, id, parent_id, role) AS (
      SELECT id, id, parent_id, role FROM messages
      WHERE session_id = ${sessionId} AND id IN (SELECT value FROM json_each(${JSON.stringify(results.map(({ id }) => id))}))
      UNION ALL
      SELECT up.result, parent.id, parent.parent_id, parent.role FROM up
      JOIN messages AS parent ON parent.session_id = ${sessionId} AND parent.id = up.parent_id
      WHERE up.role = 'tool'
    )
    SELECT up.result, up.id, m.content_json AS content
    FROM up CROSS JOIN messages AS m ON m.session_id = ${sessionId} AND m.id = up.id
    WHERE up.role = 'assistant'`)
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

/** A content that cannot be read holds no words, and neither does a block of it. */
function blocksOf(stored: unknown): ContentBlock[] {
  const blocks = parsed(stored)
  return Array.isArray(blocks) ? blocks.flatMap((block) => ContentBlock.safeParse(block).data ?? []) : []
}

function parsed(stored: unknown): unknown {
  try {
    return JSON.parse(String(stored))
  } catch {
    return null
  }
}
