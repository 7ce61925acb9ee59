import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { SCHEMA_VERSION } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { Principal } from '#lib/principal.ts'
import type { ModelTitle, Place, SessionPatch } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { prepared } from './prepared.ts'
import { IS_THERE, sessions } from './schema.ts'
import { SESSION_COLUMNS } from './session-column.ts'
import { sessionOfRow } from './session-row.ts'
import { patchedSettings, settingsJson } from './settings-column.ts'
import { spendingOf } from './spending.ts'
import type { ReportDamage } from './stored-row.ts'
import { tagsJson } from './tags-column.ts'

export function insertSession(database: Database, session: Session): Statement {
  const {
    pending_model,
    cost_usd,
    settings,
    title_origin,
    origin,
    pinned,
    archived,
    temporary,
    tags,
    turn: _made,
    ...fields
  } = session
  return database.insert(sessions).values({
    ...fields,
    cost_usd: storedCost(cost_usd),
    pending_model_json: pendingModelJson(pending_model),
    settings_json: settingsJson(settings),
    title_origin_json: title_origin && JSON.stringify(title_origin),
    origin_json: origin ? JSON.stringify(origin) : null,
    pinned: Number(pinned),
    archived: Number(archived),
    temporary: Number(temporary),
    tags_json: tagsJson(tags),
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

/** The turns that began together end one by one. */
const IDLE_OR_NOT = sql`CASE WHEN EXISTS (
  SELECT 1 FROM turns WHERE turns.session_id = sessions.id AND turns.state IN ('running', 'waiting')
) THEN 'running' ELSE 'idle' END`

const ORIGIN = sql`CASE WHEN json_valid(title_origin_json) THEN title_origin_json ELSE '{}' END`

/** The first words, where there is no title when this is written: one that somebody just gave wins. */
function titledByWords(title: string) {
  return {
    title: sql`coalesce(${sessions.title}, ${sql.param(title, sessions.title)})`,
    title_origin_json: sql`CASE WHEN ${sessions.title} IS NULL THEN ${JSON.stringify({ by: 'words' })} ELSE title_origin_json END`,
  }
}

/** Only in the place of first words. What it took is noted even where it came to nothing. */
function titledByModel({ title, model, cost_usd }: ModelTitle) {
  const may = sql`${ORIGIN} ->> 'by' = 'words'`
  const named =
    title === null ? {} : { title: sql`CASE WHEN ${may} THEN ${sql.param(title, sessions.title)} ELSE title END` }
  const by = title === null ? sql`${ORIGIN} ->> 'by'` : sql`CASE WHEN ${may} THEN 'model' ELSE ${ORIGIN} ->> 'by' END`
  // A merge of JSON would take `null`, a cost that nobody knows, for nothing to be noted.
  const origin = sql`json_set(${ORIGIN}, '$.by', ${by}, '$.model', ${model}, '$.cost_usd', ${cost_usd})`
  return { ...named, title_origin_json: origin }
}

function placed({ pinned, archived, folder, tags }: Place) {
  return {
    ...(pinned !== undefined && { pinned: Number(pinned) }),
    ...(archived !== undefined && { archived: Number(archived) }),
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && { tags_json: tagsJson(tags) }),
  }
}

/** Returns the row as it is then; none when there is no such session. `hasSpent`: its sum is to be made anew. */
export function updateSession(
  database: Database,
  id: string,
  patch: SessionPatch,
  { updated_at, hasSpent }: { updated_at: string; hasSpent: boolean },
) {
  const { pending_model, default_title, model_title, settle_model, settings, place, keeps_time, ...rest } = patch
  const { title_origin, ...fields } = rest
  const cost = hasSpent ? spendingOf(id) : {}
  // `undefined` is a value here: no change is pending. A patch that does not speak of it leaves it alone.
  const pending = 'pending_model' in patch ? { pending_model_json: pendingModelJson(pending_model) } : {}
  return database
    .update(sessions)
    .set({
      ...(!keeps_time && { updated_at }),
      ...fields,
      ...(fields.state === 'idle' && { state: IDLE_OR_NOT }),
      ...(title_origin !== undefined && { title_origin_json: JSON.stringify(title_origin) }),
      ...cost,
      ...pending,
      ...(default_title && titledByWords(default_title)),
      ...(model_title && titledByModel(model_title)),
      ...(place && placed(place)),
      ...(settle_model && SETTLED_MODEL),
      ...(settings && { settings_json: patchedSettings(settings) }),
    })
    .where(and(eq(sessions.id, id), IS_THERE))
    .returning(SESSION_COLUMNS)
}

const ID = sql.placeholder('id')

const selectSession = prepared((database) =>
  database
    .select(SESSION_COLUMNS)
    .from(sessions)
    .where(and(eq(sessions.id, ID), IS_THERE))
    .prepare(),
)

export async function findSession(database: Database, id: string, report: ReportDamage): Promise<Session | null> {
  const row = await selectSession(database).get({ id })
  return row ? sessionOfRow(row, report) : null
}

const selectSessionOf = prepared((database) =>
  database
    .select(SESSION_COLUMNS)
    .from(sessions)
    .where(and(eq(sessions.id, ID), eq(sessions.owner_id, sql.placeholder('owner_id')), IS_THERE))
    .prepare(),
)

/** Where it is that person's. */
export async function findSessionOf(
  database: Database,
  principal: Principal,
  id: string,
  report: ReportDamage,
): Promise<Session | null> {
  const row = await selectSessionOf(database).get({ id, owner_id: principal.id })
  return row ? sessionOfRow(row, report) : null
}

function isOwn(principal: Principal): SQL {
  return eq(sessions.owner_id, principal.id)
}

const selectHead = prepared((database) =>
  database.select({ head_id: sessions.head_id }).from(sessions).where(eq(sessions.id, ID)).prepare(),
)

export async function findHead(database: Database, id: string): Promise<string | null> {
  const row = await selectHead(database).get({ id })
  return row?.head_id ?? null
}

/** By itself: of a session that is inserted with its messages, they refer to it, and its head to them. */
export function moveToHead(database: Database, id: string, head_id: string | null): Statement {
  return database.update(sessions).set({ head_id }).where(eq(sessions.id, id))
}

/** Deletes it, or takes that back: false where there is none, or none of that kind. */
export async function setDeleted(database: Database, principal: Principal, id: string, at: string | null) {
  const which = at === null ? sql`NOT ${IS_THERE}` : IS_THERE
  const changed = await database
    .update(sessions)
    .set({ deleted_at: at })
    .where(and(eq(sessions.id, id), isOwn(principal), which))
  return changed.rowsAffected > 0
}

/** What is to be removed: deleted before that time. */
export async function listDeleted(database: Database, before: string): Promise<string[]> {
  const rows = await database.select({ id: sessions.id }).from(sessions).where(lt(sessions.deleted_at, before))
  return rows.map((row) => row.id)
}

export async function listTemporary(database: Database): Promise<string[]> {
  const rows = await database.select({ id: sessions.id }).from(sessions).where(sql`temporary = 1`)
  return rows.map((row) => row.id)
}

/** A row where it is temporary. */
export function selectTemporary(database: Database, id: string): Statement {
  return database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), sql`temporary = 1`))
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
