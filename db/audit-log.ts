import { desc, eq, sql } from 'drizzle-orm'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { AuditEntry } from '#lib/store/account-store.ts'
import type { Database, Statement } from './database.ts'
import { auditLog } from './people-schema.ts'

export function addToAudit(database: Database, { detail, ...entry }: AuditEntry): Statement {
  return database.insert(auditLog).values({ ...entry, detail_json: detail })
}

/** The latest first, after the entry with the id `before`. */
export async function listAudit(
  database: Database,
  { limit, before }: { limit: number; before: string | null },
): Promise<AuditEntry[]> {
  const place = database
    .select({ at: auditLog.at, id: auditLog.id })
    .from(auditLog)
    .where(eq(auditLog.id, before ?? ''))
  const rows = await database
    .select()
    .from(auditLog)
    .where(before === null ? undefined : sql`(${auditLog.at}, ${auditLog.id}) < (${place})`)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
  return rows.map(({ detail_json, ...entry }) => ({ ...entry, detail: detail_json as JsonObject }))
}
