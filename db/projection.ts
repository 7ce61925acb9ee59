import { asc, eq } from 'drizzle-orm'
import type { StoredProjection } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { projections } from './schema.ts'
import { type ReportDamage, readRows, type StoredRow, storedColumns } from './stored-row.ts'
import { chunks } from './upsert.ts'

export function addProjections(database: Database, records: readonly StoredProjection[]): Statement[] {
  return chunks(projections, records).map((chunk) => database.insert(projections).values(chunk))
}

const STORED = storedColumns(projections)

export async function listProjections(
  database: Database,
  sessionId: string,
  report: ReportDamage,
): Promise<StoredProjection[]> {
  const rows = await database
    .select(STORED)
    .from(projections)
    .where(eq(projections.session_id, sessionId))
    .orderBy(asc(projections.id))
  return readProjections(rows, report)
}

export function readProjections(
  rows: readonly StoredRow<typeof projections>[],
  report: ReportDamage,
): StoredProjection[] {
  return readRows(projections, rows, report).map(({ id: _order, ...record }) => record)
}
