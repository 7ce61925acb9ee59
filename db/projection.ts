import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { ProjectionsAsked, StoredProjection } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { insertion } from './insertion.ts'
import { projections } from './schema.ts'
import { type ReportDamage, readRows, type StoredRow, storedColumns } from './stored-row.ts'

export const addProjections: (database: Database, records: readonly StoredProjection[]) => Statement[] =
  insertion(projections)

const STORED = storedColumns(projections)

export async function listProjections(
  database: Database,
  sessionId: string,
  about: ProjectionsAsked | undefined,
  report: ReportDamage,
): Promise<StoredProjection[]> {
  const { session_id, request_id, message_id, id } = projections
  const inSession = eq(session_id, sessionId)
  const select = () => database.select(STORED).from(projections)
  if (about === undefined) return readProjections(await select().where(inSession).orderBy(asc(id)), report)
  // By two indexes, each of which has an order of its own.
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(about.requests)}))`
  const ofMessage = about.message_id === undefined ? undefined : eq(message_id, about.message_id)
  const rows = await select().where(and(inSession, or(inArray(request_id, named), ofMessage)))
  return readProjections(
    rows.toSorted((one, other) => Number(one.id) - Number(other.id)),
    report,
  )
}

export function readProjections(
  rows: readonly StoredRow<typeof projections>[],
  report: ReportDamage,
): StoredProjection[] {
  return readRows(projections, rows, report).map(({ id: _order, ...record }) => record)
}
