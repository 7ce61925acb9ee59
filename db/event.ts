import { and, asc, eq } from 'drizzle-orm'
import type { PersistedEvent } from '#lib/events/catalog.ts'
import { isPersistedEventType, parseEvent } from '#lib/events/catalog.ts'
import type { Logger } from '#lib/log.ts'
import type { Database, Statement } from './database.ts'
import { events } from './schema.ts'
import { upsert } from './upsert.ts'

/** Throws a `ZodError` for an event that is not in the catalog; fields that the catalog does not name are not stored. */
export function putEvents(database: Database, written: readonly PersistedEvent[]): Statement[] {
  const rows = written.map((event) => {
    const { payload, ...envelope } = parseEvent(event)
    return { ...envelope, payload_json: payload }
  })
  return upsert(database, events, rows)
}

/** By id, which is the order in which they happened. */
export async function listEvents(
  database: Database,
  sessionId: string,
  filter: { turn_id?: string },
  log: Logger,
): Promise<PersistedEvent[]> {
  const inTurn = filter.turn_id === undefined ? undefined : eq(events.turn_id, filter.turn_id)
  const rows = await database
    .select()
    .from(events)
    .where(and(eq(events.session_id, sessionId), inTurn))
    .orderBy(asc(events.id))
  return rows.flatMap(({ payload_json, ...envelope }) => {
    if (isPersistedEventType(envelope.type)) return [parseEvent({ ...envelope, payload: payload_json })]
    log.warn('skipped a stored event of an unknown type', { event_id: envelope.id, type: envelope.type })
    return []
  })
}
