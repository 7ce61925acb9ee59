import { desc, eq, sql } from 'drizzle-orm'
import { SCHEMA_VERSION } from '#lib/canonical/message.ts'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { Session } from '#lib/canonical/session.ts'
import type { Page, SessionPatch } from '#lib/session/store.ts'
import { parseCursor, printCursor } from './cursor.ts'
import type { Database, Statement } from './database.ts'
import { sessions } from './schema.ts'

export type SessionRow = typeof sessions.$inferSelect

export function insertSession(database: Database, session: Session): Statement {
  const { pending_model, ...fields } = session
  return database.insert(sessions).values({
    ...fields,
    pending_model_json: pendingModelJson(pending_model),
    workspace_path: `workspaces/${session.id}`,
    schema_version: SCHEMA_VERSION,
  })
}

/** Makes the pending model the active one, in the database itself: a change that comes in the same moment is not lost. */
export const SETTLED_MODEL = {
  active_model: sql`CASE WHEN pending_model_json IS NULL THEN active_model ELSE pending_model_json ->> '$' END`,
  pending_model_json: null,
}

/** Returns the row as it is then; none when there is no such session. */
export function updateSession(database: Database, id: string, patch: SessionPatch, updatedAt: string) {
  const { pending_model, default_title, settle_model, ...fields } = patch
  // `undefined` is a value here: no change is pending. A patch that does not speak of it leaves it alone.
  const pending = 'pending_model' in patch ? { pending_model_json: pendingModelJson(pending_model) } : {}
  const title = default_title
    ? { title: sql`coalesce(${sessions.title}, ${sql.param(default_title, sessions.title)})` }
    : {}
  return database
    .update(sessions)
    .set({ updated_at: updatedAt, ...fields, ...pending, ...title, ...(settle_model && SETTLED_MODEL) })
    .where(eq(sessions.id, id))
    .returning()
}

export async function findSession(database: Database, id: string): Promise<Session | null> {
  const row = await database.select().from(sessions).where(eq(sessions.id, id)).get()
  return row ? sessionOfRow(row) : null
}

export async function findHead(database: Database, id: string): Promise<string | null> {
  const row = await database.select({ head_id: sessions.head_id }).from(sessions).where(eq(sessions.id, id)).get()
  return row?.head_id ?? null
}

export async function listSessions(
  database: Database,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<SessionSummary>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await database
    .select({
      id: sessions.id,
      title: sessions.title,
      active_model: sessions.active_model,
      state: sessions.state,
      updated_at: sessions.updated_at,
      cost_usd: sessions.cost_usd,
    })
    .from(sessions)
    .where(after && sql`(${sessions.updated_at}, ${sessions.id}) < (${after.micros}, ${after.id})`)
    .orderBy(desc(sessions.updated_at), desc(sessions.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rows.length > limit ? printCursor(last) : null }
}

export function removeSession(database: Database, id: string): Statement {
  return database.delete(sessions).where(eq(sessions.id, id))
}

export function sessionOfRow({ pending_model_json, ...row }: SessionRow): Session {
  const pending = pending_model_json === null ? {} : { pending_model: JSON.parse(pending_model_json) }
  return Session.parse({ ...row, ...pending })
}

function pendingModelJson(pendingModel: string | null | undefined): string | null {
  return pendingModel === undefined ? null : JSON.stringify(pendingModel)
}
