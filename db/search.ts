import { inArray, type SQL, sql } from 'drizzle-orm'
import { parseTimestamp } from '#lib/canonical/timestamp.ts'
import type { Principal } from '#lib/principal.ts'
import { findMatches, snippetOf } from '#lib/search/highlight.ts'
import { isEmptySearch, type SearchQuery, type SearchTerm } from '#lib/search/search-query.ts'
import { searchableText } from '#lib/search/searchable.ts'
import { indexedText } from '#lib/search/word.ts'
import type { Page, SearchHit } from '#lib/store/store.ts'
import { BadCursorError } from '#lib/store/store.ts'
import type { Database } from './database.ts'
import { messageOfRow } from './message-row.ts'
import { IS_LISTED, messages } from './schema.ts'
import { sessionFacet } from './search-index.ts'
import { type ReportDamage, type StoredRow, storedColumns } from './stored-row.ts'

/** Of the newest so many that match, the best come first: to weigh all that hold a common word takes half a second. */
const MOST_WEIGHED = 1_000

/** A title says what a chat is about; a part of an identifier is a weaker match than a word. Filters weigh nothing. */
const WEIGHTS = sql.raw('8.0, 1.0, 0.6, 0.0, 0.0')

/** After so long a match counts three quarters of what it counts today, in the end half. */
const MONTH_MICROS = sql.raw('2592000000000.0')

interface FoundRow {
  found_id: string
  session_id: string
  title: string | null
}

export async function findHits(
  database: Database,
  principal: Principal,
  query: SearchQuery,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { now, report }: { now: number; report: ReportDamage },
): Promise<Page<SearchHit>> {
  const offset = cursor === undefined ? 0 : parseOffset(cursor)
  if (isEmptySearch(query)) return { items: [], next: null }
  const found = await database.all<FoundRow>(ranked(principal, query, { now, offset, limit: limit + 1 }))
  const page = found.slice(0, limit)
  const items = await hitsOf(database, page, query.terms, report)
  return { items, next: found.length > limit ? printOffset(offset + limit) : null }
}

function ranked(
  principal: Principal,
  query: SearchQuery,
  { now, offset, limit }: Record<'now' | 'offset' | 'limit', number>,
): SQL {
  const age = sql`max(0, ${now} - max(weighed.created_at))`
  const score = sql`min(weighed.weight) * (1.0 + ${MONTH_MICROS} / (${MONTH_MICROS} + ${age}))`
  // A title stands for the message that its chat begins with.
  const first = sql`(SELECT min(id) FROM messages WHERE messages.session_id = weighed.session_id)`
  return sql`
    WITH weighed AS MATERIALIZED (${matching(principal, query)})
    SELECT coalesce(weighed.message_id, ${first}) AS found_id, weighed.session_id, sessions.title,
      ${score} AS score, max(weighed.created_at) AS latest
    FROM weighed JOIN sessions ON sessions.id = weighed.session_id
    GROUP BY found_id HAVING found_id IS NOT NULL
    ORDER BY score, latest DESC, found_id DESC LIMIT ${limit} OFFSET ${offset}`
}

/** CROSS keeps the order of the join: what matches comes from the index by its number, newest first, and ends with the limit. */
function matching(principal: Principal, query: SearchQuery): SQL {
  const match = matchOf(query)
  const isOwn = sql`CROSS JOIN sessions AS own ON own.id = entry.session_id AND own.owner_id = ${principal.id} AND ${IS_LISTED}`
  const entry = sql`entry.session_id, entry.message_id, entry.created_at`
  if (match === null) {
    return sql`
      SELECT ${entry}, 0.0 AS weight FROM search_entries AS entry ${isOwn}
      WHERE entry.message_id IS NOT NULL ${within(query, sql`entry.id`)} ORDER BY entry.id DESC LIMIT ${MOST_WEIGHED}`
  }
  return sql`
    SELECT ${entry}, bm25(search_index, ${WEIGHTS}) AS weight
    FROM search_index CROSS JOIN search_entries AS entry ON entry.id = search_index.rowid ${isOwn}
    WHERE search_index MATCH ${match} ${within(query, sql`search_index.rowid`)}
    ORDER BY search_index.rowid DESC LIMIT ${MOST_WEIGHED}`
}

/** Looked up in an index of the times first, so that what is older or newer is not even met. */
function within({ from, to }: SearchQuery, id: SQL): SQL {
  const since = from === undefined ? undefined : microsOf(from)
  const until = to === undefined ? undefined : microsOf(to)
  const bound = (pick: SQL, is: SQL) => sql`(SELECT ${pick} FROM search_entries WHERE created_at ${is})`
  return sql.join([
    since === undefined
      ? sql``
      : sql` AND ${id} >= ${bound(sql`min(id)`, sql`>= ${since}`)} AND entry.created_at >= ${since}`,
    until === undefined
      ? sql``
      : sql` AND ${id} <= ${bound(sql`max(id)`, sql`< ${until}`)} AND entry.created_at < ${until}`,
  ])
}

function microsOf(time: string): number {
  return parseTimestamp(new Date(time).toISOString())
}

/** In the language of FTS5, in which every word of a person stands in quotes; null where nothing narrows it down there. */
function matchOf({ terms, model, model_ids = [], by, has = [], session_id }: SearchQuery): string | null {
  const said = terms.map(({ words, isBegun }) => phrase(words, isBegun))
  const named = indexedText(model ?? '').body
  const models = [
    phrase(named.split(' '), true),
    ...model_ids.map((id) => phrase(indexedText(id).body.split(' '), false)),
  ]
  const facets = [
    ...(by ? [by === 'me' ? 'user' : 'assistant'] : []),
    ...has,
    ...(session_id === undefined ? [] : [sessionFacet(session_id)]),
  ].map((facet) => phrase([facet], false))
  const parts = [
    ...(said.length > 0 ? [`{title body parts} : (${said.join(' AND ')})`] : []),
    ...(named ? [`model : (${models.join(' OR ')})`] : []),
    ...(facets.length > 0 ? [`facets : (${facets.join(' AND ')})`] : []),
  ]
  return parts.length > 0 ? parts.join(' AND ') : null
}

function phrase(words: readonly string[], isBegun: boolean): string {
  return `"${words.join(' ').replaceAll('"', '""')}"${isBegun ? ' *' : ''}`
}

async function hitsOf(
  database: Database,
  page: readonly FoundRow[],
  terms: readonly SearchTerm[],
  report: ReportDamage,
): Promise<SearchHit[]> {
  const ids = page.map(({ found_id }) => found_id)
  if (ids.length === 0) return []
  const rows: StoredRow<typeof messages>[] = await database
    .select(storedColumns(messages))
    .from(messages)
    .where(inArray(messages.id, ids))
  const stored = new Map(rows.map((row) => [String(row.id), row]))
  return page.flatMap(({ found_id, session_id, title }) => {
    const row = stored.get(found_id)
    // Deleted since.
    if (!row) return []
    const message = messageOfRow(row, report)
    const { text, matches } = snippetOf(searchableText(message.content), terms)
    return {
      session_id,
      message_id: message.id,
      title,
      title_matches: title === null ? [] : findMatches(title, terms),
      snippet: text,
      matches,
      by: message.role === 'user' ? ('me' as const) : ('model' as const),
      model: message.metadata.model ?? null,
      created_at: message.created_at,
    }
  })
}

function printOffset(offset: number): string {
  return Buffer.from(JSON.stringify(offset)).toString('base64url')
}

function parseOffset(text: string): number {
  const offset = Number(Buffer.from(text, 'base64url').toString())
  if (text === '' || !Number.isSafeInteger(offset) || offset < 1 || offset > MOST_WEIGHED)
    throw new BadCursorError('cursor')
  return offset
}
