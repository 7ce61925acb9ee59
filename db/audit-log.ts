import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { JsonObject } from '#lib/canonical/json.ts'
import type { AuditEntry, AuditQuery, AuditRecord } from '#lib/store/account-store.ts'
import type { Database, Statement } from './database.ts'
import { keyOfName } from './name-key.ts'
import { auditLog, users } from './people-schema.ts'

const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

export function addToAudit(database: Database, { detail, ...entry }: AuditEntry): Statement {
  return database.insert(auditLog).values({ ...entry, detail_json: detail })
}

/** The latest first, after the entry with the id `before`. */
export async function listAudit(
  database: Database,
  { limit, before, person, action, from, to }: AuditQuery & { limit: number; before: string | null },
): Promise<AuditRecord[]> {
  const place = database
    .select({ at: auditLog.at, id: auditLog.id })
    .from(auditLog)
    .where(eq(auditLog.id, before ?? ''))
  const rows = await database
    .select({ entry: auditLog, actor_name: actors.name, subject_name: subjects.name })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actor_id))
    .leftJoin(subjects, eq(subjects.id, auditLog.subject_id))
    .where(
      and(
        before === null ? undefined : sql`(${auditLog.at}, ${auditLog.id}) < (${place})`,
        person === undefined ? undefined : await concerns(database, person),
        action === undefined ? undefined : eq(auditLog.action, action),
        from === undefined ? undefined : gte(auditLog.at, from),
        to === undefined ? undefined : lt(auditLog.at, to),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
  return rows.map(({ entry: { detail_json, ...entry }, ...names }) => {
    return { ...entry, detail: detail_json as JsonObject, ...names }
  })
}

/** SQLite compares letters of ASCII alone without their case, so names are compared here. */
async function concerns(database: Database, person: string): Promise<SQL> {
  const sought = keyOfName(person)
  const known = await database.select({ id: users.id, name: users.name, email: users.email }).from(users)
  const found = known.filter(({ id, name, email }) => {
    return id === person || [name, email].some((said) => keyOfName(said).includes(sought))
  })
  const ids = JSON.stringify(found.map(({ id }) => id))
  return sql`(${auditLog.actor_id} IN (SELECT value FROM json_each(${ids}))
    OR ${auditLog.subject_id} IN (SELECT value FROM json_each(${ids}))
    OR instr(lower(${auditLog.detail_json} ->> '$.email'), ${sought}) > 0)`
}
