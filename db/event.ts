import { and, asc, eq, inArray } from 'drizzle-orm'
import { ZodError } from 'zod'
import type { PersistedEvent } from '#lib/events/catalog.ts'
import { parseEvent } from '#lib/events/catalog.ts'
import type { Logger } from '#lib/log.ts'
import type { EventFilter } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { upsertion } from './insertion.ts'
import { events } from './schema.ts'
import { decodeRow, type ReportDamage, type StoredRow, storedColumns } from './stored-row.ts'

const putRows = upsertion(events)

/** Throws a `ZodError` for an event that is not in the catalog; fields that the catalog does not name are not stored. */
export function putEvents(database: Database, written: readonly PersistedEvent[]): Statement[] {
  return putRows(database, written.map(rowOfEvent))
}

export function rowOfEvent(event: PersistedEvent): typeof events.$inferInsert {
  const { payload, ...envelope } = parseEvent(event)
  return { ...envelope, payload_json: payload }
}

const STORED = storedColumns(events)

/** By id, which is the order in which they happened. What a newer version wrote may be beyond this one, or damaged: the rest is given. */
export async function listEvents(
  database: Database,
  sessionId: string,
  filter: EventFilter,
  { log, report }: { log: Logger; report: ReportDamage },
): Promise<PersistedEvent[]> {
  const inTurn = filter.turn_id === undefined ? undefined : eq(events.turn_id, filter.turn_id)
  const ofType = filter.types && inArray(events.type, [...filter.types])
  const rows = await database
    .select(STORED)
    .from(events)
    .where(and(eq(events.session_id, sessionId), inTurn, ofType))
    .orderBy(asc(events.id))
  return readEvents(rows, { log, report })
}

export function readEvents(
  rows: readonly StoredRow<typeof events>[],
  { log, report }: { log: Logger; report: ReportDamage },
): PersistedEvent[] {
  return rows.flatMap((row) => {
    try {
      const { payload_json, ...envelope } = decodeRow(events, row)
      return [parseEvent({ ...envelope, payload: payload_json })]
    } catch (cause) {
      if (cause instanceof ZodError) {
        const { id: event_id, type } = row
        log.warn('skipped a stored event that this version cannot read', { event_id, type, cause })
      } else {
        report('events', row.id, cause)
      }
      return []
    }
  })
}
