import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '#lib/canonical/id.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import type { EventPayload, PersistedEvent } from '#lib/events/catalog.ts'
import type { RecoveredTurn } from '#lib/session/store.ts'
import type { Database, Statement } from './database.ts'
import { runAll } from './database.ts'
import { putEvents } from './event.ts'
import { messages, sessions, toolCalls } from './schema.ts'
import { SETTLED_MODEL } from './session.ts'

const STOPPED = 'The server stopped before the answer was complete.'

type Failure = EventPayload<'turn.failed'>

interface Interrupted extends RecoveredTurn {
  /** The event that opened the turn. */
  started_id: string | null
  /** Whether the turn already has its last event; then it gets no second one. */
  ended: 0 | 1
  last_event_id: string | null
}

/** A row for each partial message, and one for each running session without any. */
function interruptedTurns(sessionId: string | undefined): SQL {
  const among = (column: SQL) => (sessionId === undefined ? sql`` : sql`AND ${column} = ${sessionId}`)
  return sql`
  WITH interrupted (session_id) AS (
    SELECT id FROM sessions WHERE state = 'running' ${among(sql`id`)}
    UNION SELECT session_id FROM messages WHERE status = 'partial' ${among(sql`session_id`)}
  ), turns AS (
    SELECT interrupted.session_id, partial.id AS message_id, partial.turn_id AS named_turn, (
      SELECT id FROM events
      WHERE session_id = interrupted.session_id AND type = 'turn.started'
        AND (partial.turn_id IS NULL OR turn_id = partial.turn_id)
      ORDER BY id DESC LIMIT 1
    ) AS started_id
    FROM interrupted
    LEFT JOIN messages AS partial ON partial.session_id = interrupted.session_id AND partial.status = 'partial'
  ), named AS (
    SELECT turns.*, coalesce(named_turn, started.turn_id) AS turn_id
    FROM turns LEFT JOIN events AS started ON started.id = turns.started_id
  )
  SELECT session_id, message_id, turn_id, started_id,
    EXISTS (
      SELECT 1 FROM events WHERE session_id = named.session_id AND turn_id = named.turn_id
        AND type IN ('turn.completed', 'turn.failed', 'turn.cancelled')
    ) AS ended,
    (SELECT max(id) FROM events WHERE session_id = named.session_id) AS last_event_id
  FROM named ORDER BY session_id, message_id`
}

export async function recoverTurns(
  database: Database,
  micros: number,
  only?: { session_id: string; failure: string },
): Promise<RecoveredTurn[]> {
  const failure: Failure = { error_class: 'other', message: only?.failure ?? STOPPED }
  const interrupted = await database.all<Interrupted>(interruptedTurns(only?.session_id))
  if (interrupted.length === 0) return []
  const now = formatTimestamp(micros)
  const lastIds = new Map(interrupted.map((turn) => [turn.session_id, turn.last_event_id]))
  const events = interrupted.flatMap((turn) => {
    if (turn.ended === 1) return []
    const id = newId(lastIds.get(turn.session_id), Math.floor(micros / 1000))
    lastIds.set(turn.session_id, id)
    return [failed(turn, id, now, failure)]
  })
  const closed = closeWhatIsOpen(database, [...lastIds.keys()], now, failure)
  await runAll(database, [...closed, ...putEvents(database, events)])
  return interrupted
    .filter((turn) => turn.ended === 0 || turn.message_id !== null)
    .map(({ session_id, turn_id, message_id }) => ({ session_id, turn_id, message_id }))
}

/** In the database itself: it keeps every number and unknown field, and a row that cannot be read cannot stop the start. */
function closeWhatIsOpen(database: Database, sessionIds: string[], now: string, failure: Failure): Statement[] {
  return [
    database
      .update(messages)
      .set({
        status: 'error',
        // What cannot be read stays as it is: `json_set` would throw, and with it the start.
        metadata_json: sql`CASE WHEN typeof(metadata_json) <> 'text' OR NOT json_valid(metadata_json) THEN metadata_json ELSE
          json_set(metadata_json, '$.status', 'error', '$.stop_reason', 'error', '$.error', json(${JSON.stringify(failure)})) END`,
      })
      .where(and(inArray(messages.session_id, sessionIds), sql`status = 'partial'`)),
    database
      .update(toolCalls)
      .set({ status: 'cancelled', completed_at: now })
      .where(and(inArray(toolCalls.session_id, sessionIds), eq(toolCalls.status, 'pending'))),
    database
      .update(sessions)
      .set({ ...SETTLED_MODEL, state: 'idle', updated_at: now })
      .where(inArray(sessions.id, sessionIds)),
  ]
}

function failed(turn: Interrupted, id: string, now: string, payload: Failure): PersistedEvent {
  return {
    id,
    timestamp: now,
    session_id: turn.session_id,
    turn_id: turn.turn_id,
    parent_event_id: turn.started_id,
    type: 'turn.failed',
    actor: 'system',
    payload,
    sensitivity: 'pseudonymous',
  }
}
