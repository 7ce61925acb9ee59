import { and, desc, eq, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { SessionSummary } from '#lib/canonical/session.ts'
import type { Principal } from '#lib/principal.ts'
import type { Page, SessionQuery } from '#lib/store/store.ts'
import { type ListPlace, parseCursor, printCursor } from './cursor.ts'
import type { Database } from './database.ts'
import { IS_ARCHIVED, IS_LISTED, IS_PINNED, sessions } from './schema.ts'
import { SESSION_COLUMNS } from './session-column.ts'
import { summaryOfRow } from './session-row.ts'
import type { ReportDamage } from './stored-row.ts'
import { hasTag } from './tags-column.ts'

const { id, title, active_model, state, updated_at, cost_usd, unpriced_calls } = SESSION_COLUMNS
const { pinned, archived, folder, tags_json, temporary, turn_json } = SESSION_COLUMNS
const SPENT = { cost_usd, unpriced_calls }
const PLACE = { pinned, archived, folder, tags_json, temporary, turn_json }
/** As `listModelUses` asks for them. */
export const LISTED_CHATS = sql`SELECT id, title AS name, active_model AS model, owner_id, updated_at AS place
  FROM ${sessions} WHERE ${IS_LISTED}`

const SUMMARY = { id, title, active_model, state, updated_at, ...SPENT, ...PLACE, is_pinned: sql<number>`${IS_PINNED}` }

/** In SQLite's order whatever is no number comes after all numbers. */
const HAS_TIME = lte(sessions.updated_at, sql`${Number.MAX_SAFE_INTEGER}`)
/** Their place in the list is lost. They come last, and no cursor has to name their time. */
const TIMELESS_SHOWN = 100

/** One walk along `idx_sessions_list`, from where the cursor is. */
export async function listSessions(
  database: Database,
  principal: Principal,
  query: SessionQuery,
  report: ReportDamage,
): Promise<Page<SessionSummary>> {
  const { cursor, limit } = query
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const asked = and(
    eq(sessions.owner_id, principal.id),
    sql`${IS_LISTED} = 1`,
    sql`${IS_ARCHIVED} = ${query.archived ? sql.raw('1') : sql.raw('0')}`,
    query.folder === undefined ? undefined : eq(sessions.folder, query.folder),
    query.unfiled ? or(isNull(sessions.folder), sql`${IS_PINNED} = 1`) : undefined,
    query.tag === undefined ? undefined : hasTag(query.tag),
  )
  const select = (which: SQL | undefined, order: SQL[], most: number) =>
    database
      .select(SUMMARY)
      .from(sessions)
      .where(and(asked, which))
      .orderBy(...order)
      .limit(most)
  const { which, order } = walkFrom(after)
  const rows = await select(which, order, limit + 1)
  const page = rows.slice(0, limit)
  const items = page.map((row) => summaryOfRow(row, report))
  const last = items.at(-1)
  if (last && rows.length > limit) return { items, next: printCursor(last, page.at(-1)?.is_pinned === 1) }
  const timeless = await select(not(HAS_TIME), IN_ORDER, TIMELESS_SHOWN)
  return { items: [...items, ...timeless.map((row) => summaryOfRow(row, report))], next: null }
}

const BY_TIME = [desc(sessions.updated_at), desc(sessions.id)]
const IN_ORDER = [desc(IS_PINNED), ...BY_TIME]

/** Behind the pinned ones, which are few, it is a range of the index, and so is its order. */
function walkFrom(after: ListPlace | undefined): { which: SQL | undefined; order: SQL[] } {
  if (!after) return { which: HAS_TIME, order: IN_ORDER }
  const { pinned, micros, id } = after
  const time = sql`${sessions.updated_at}, ${sessions.id}`
  if (!pinned) return { which: sql`${IS_PINNED} = 0 AND (${time}) < (${micros}, ${id})`, order: BY_TIME }
  return { which: and(HAS_TIME, sql`(${IS_PINNED}, ${time}) < (1, ${micros}, ${id})`), order: IN_ORDER }
}
