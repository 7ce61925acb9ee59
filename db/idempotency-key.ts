import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { KeptAnswer } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { idempotencyKeys } from './schema.ts'

/** Microseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000_000

/** More than are added at once, so that they run out however many there were, and never many in one write. */
const REMOVED_PER_WRITE = 100

/** To be run with what the request does. A key that is in use already is refused, and so is the whole write. */
export function putAnswer(database: Database, { answer, ...request }: KeptAnswer, micros: number): Statement[] {
  const isOld = lt(idempotencyKeys.created_at, oldest(micros))
  const some = sql`rowid IN (SELECT rowid FROM ${idempotencyKeys} WHERE ${isOld} LIMIT ${REMOVED_PER_WRITE})`
  return [
    database.delete(idempotencyKeys).where(some),
    database.delete(idempotencyKeys).where(and(isKey(request), isOld)),
    database.insert(idempotencyKeys).values({ ...request, answer_json: answer, created_at: formatTimestamp(micros) }),
  ]
}

export async function findAnswer(
  database: Database,
  request: Pick<KeptAnswer, 'scope' | 'key'>,
  micros: number,
): Promise<KeptAnswer | null> {
  const row = await database
    .select()
    .from(idempotencyKeys)
    .where(and(isKey(request), gte(idempotencyKeys.created_at, oldest(micros))))
    .get()
  if (!row) return null
  const { scope, key, fingerprint } = row
  return { scope, key, fingerprint, answer: row.answer_json as KeptAnswer['answer'] }
}

export function removeOldAnswers(database: Database, micros: number): Statement {
  return database.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, oldest(micros)))
}

function isKey({ scope, key }: Pick<KeptAnswer, 'scope' | 'key'>) {
  return and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
}

function oldest(micros: number): string {
  return formatTimestamp(micros - LIFETIME)
}
