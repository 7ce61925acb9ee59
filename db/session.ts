import { and, desc, eq, lte, not, type SQL, sql } from 'drizzle-orm'
import { SCHEMA_VERSION } from '#lib/canonical/message.ts'
import type { Session, SessionSummary } from '#lib/canonical/session.ts'
import type { SettingsChange } from '#lib/canonical/session-settings.ts'
import type { Principal } from '#lib/principal.ts'
import type { Page, SessionPatch } from '#lib/store/store.ts'
import { parseCursor, printCursor } from './cursor.ts'
import type { Database, Statement } from './database.ts'
import { sessions } from './schema.ts'
import { sessionOfRow, summaryOfRow } from './session-row.ts'
import { settingsJson } from './settings-column.ts'
import { spendingOf } from './spending.ts'
import { type ReportDamage, storedColumns } from './stored-row.ts'

const STORED = storedColumns(sessions)

export function insertSession(database: Database, session: Session): Statement {
  const { pending_model, cost_usd, settings, ...fields } = session
  return database.insert(sessions).values({
    ...fields,
    cost_usd: storedCost(cost_usd),
    pending_model_json: pendingModelJson(pending_model),
    settings_json: settingsJson(settings),
    workspace_path: `workspaces/${session.id}`,
    schema_version: SCHEMA_VERSION,
  })
}

/**
 * Makes the pending model the active one, in the database itself: a change that comes in the same moment is not lost. One
 * that cannot be read is given up.
 */
export const SETTLED_MODEL = {
  active_model: sql`CASE
    WHEN pending_model_json IS NULL OR NOT json_valid(pending_model_json) THEN active_model
    WHEN json_type(pending_model_json) IN ('text', 'null') THEN pending_model_json ->> '$'
    ELSE active_model
  END`,
  pending_model_json: null,
}

/** Made in the database itself, like the model: of two changes in the same moment neither is lost. */
function changedSettings(change: SettingsChange) {
  const stored = sql`CASE WHEN json_valid(settings_json) THEN settings_json ELSE '{}' END`
  return { settings_json: sql`json_patch(${stored}, ${JSON.stringify(change)})` }
}

/** Returns the row as it is then; none when there is no such session. `hasSpent`: its sum is to be made anew. */
export function updateSession(
  database: Database,
  id: string,
  patch: SessionPatch,
  { updated_at, hasSpent }: { updated_at: string; hasSpent: boolean },
) {
  const { pending_model, default_title, settle_model, settings, ...fields } = patch
  const cost = hasSpent ? spendingOf(id) : {}
  // `undefined` is a value here: no change is pending. A patch that does not speak of it leaves it alone.
  const pending = 'pending_model' in patch ? { pending_model_json: pendingModelJson(pending_model) } : {}
  const title = default_title
    ? { title: sql`coalesce(${sessions.title}, ${sql.param(default_title, sessions.title)})` }
    : {}
  return database
    .update(sessions)
    .set({
      updated_at,
      ...fields,
      ...cost,
      ...pending,
      ...title,
      ...(settle_model && SETTLED_MODEL),
      ...(settings && changedSettings(settings)),
    })
    .where(eq(sessions.id, id))
    .returning(STORED)
}

export async function findSession(database: Database, id: string, report: ReportDamage): Promise<Session | null> {
  const row = await database.select(STORED).from(sessions).where(eq(sessions.id, id)).get()
  return row ? sessionOfRow(row, report) : null
}

/** Where it is that person's. */
export async function findSessionOf(
  database: Database,
  principal: Principal,
  id: string,
  report: ReportDamage,
): Promise<Session | null> {
  const row = await database
    .select(STORED)
    .from(sessions)
    .where(and(eq(sessions.id, id), isOwn(principal)))
    .get()
  return row ? sessionOfRow(row, report) : null
}

function isOwn(principal: Principal): SQL {
  return eq(sessions.owner_id, principal.id)
}

export async function findHead(database: Database, id: string): Promise<string | null> {
  const row = await database.select({ head_id: sessions.head_id }).from(sessions).where(eq(sessions.id, id)).get()
  return row?.head_id ?? null
}

const { id, title, active_model, state, updated_at, cost_usd, unpriced_calls } = STORED
const SUMMARY = { id, title, active_model, state, updated_at, cost_usd, unpriced_calls }

/** In SQLite's order whatever is no number comes after all numbers. */
const HAS_TIME = lte(sessions.updated_at, sql`${Number.MAX_SAFE_INTEGER}`)
/** Their place in the list is lost. They come last, and no cursor has to name their time. */
const TIMELESS_SHOWN = 100

export async function listSessions(
  database: Database,
  principal: Principal,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  report: ReportDamage,
): Promise<Page<SessionSummary>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const select = (which: SQL | undefined, most: number) =>
    database
      .select(SUMMARY)
      .from(sessions)
      .where(and(isOwn(principal), which))
      .orderBy(desc(sessions.updated_at), desc(sessions.id))
      .limit(most)
  const older = after && sql`(${sessions.updated_at}, ${sessions.id}) < (${after.micros}, ${after.id})`
  const rows = await select(and(HAS_TIME, older), limit + 1)
  const page = rows.slice(0, limit).map((row) => summaryOfRow(row, report))
  const last = page.at(-1)
  if (last && rows.length > limit) return { items: page, next: printCursor(last) }
  const timeless = await select(not(HAS_TIME), TIMELESS_SHOWN)
  return { items: [...page, ...timeless.map((row) => summaryOfRow(row, report))], next: null }
}

export function removeSession(database: Database, id: string): Statement {
  return database.delete(sessions).where(eq(sessions.id, id))
}

/** The column is older than the count of calls without a price; see `summaryOfRow`. */
function storedCost(cost: string | null): string {
  return cost ?? '0'
}

function pendingModelJson(pendingModel: string | null | undefined): string | null {
  return pendingModel === undefined ? null : JSON.stringify(pendingModel)
}
