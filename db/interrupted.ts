import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A turn that nobody runs any more, with what is needed to end it. */
export interface InterruptedTurn {
  session_id: string
  turn_id: string | null
  /** Its partial message. */
  message_id: string | null
  /** The event that opened the turn. */
  started_id: string | null
  /** Whether the turn already has its last event; then it gets no second one. */
  ended: 0 | 1
  /** The last message of the turn's path: the question, an answer that called tools, or a result. */
  leaf_id: string | null
  /** The payload of `route.decided`, as JSON. */
  route: string | null
  /** Whether a call of the turn has no result. */
  has_open_call: 0 | 1
  /** The greatest ids of the session: new ones sort after them. */
  last_event_id: string | null
  last_message_id: string | null
}

/** A turn for each partial message, and one for each running session without any: of all sessions, or of one. */
export function findInterrupted(database: Database, sessionId: string | undefined): Promise<InterruptedTurn[]> {
  return database.all<InterruptedTurn>(interruptedTurns(sessionId))
}

/** One statement, whatever the number of turns. The leaf is looked for from the question on, not in the whole history. */
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
    SELECT turns.*, coalesce(named_turn, started.turn_id) AS turn_id,
      CASE WHEN json_valid(started.payload_json) THEN started.payload_json ->> '$.message_id' END AS question_id
    FROM turns LEFT JOIN events AS started ON started.id = turns.started_id
  )
  SELECT session_id, message_id, turn_id, started_id,
    EXISTS (
      SELECT 1 FROM events WHERE session_id = named.session_id AND turn_id = named.turn_id
        AND type IN ('turn.completed', 'turn.failed', 'turn.cancelled')
    ) AS ended,
    (
      SELECT max(id) FROM messages
      WHERE session_id = named.session_id AND id >= question_id AND (turn_id = named.turn_id OR id = question_id)
    ) AS leaf_id,
    (
      SELECT payload_json FROM events
      WHERE session_id = named.session_id AND turn_id = named.turn_id AND type = 'route.decided'
        AND json_valid(payload_json)
      ORDER BY id DESC LIMIT 1
    ) AS route,
    EXISTS (
      SELECT 1 FROM tool_calls JOIN messages AS asked ON asked.id = tool_calls.message_id
      WHERE tool_calls.session_id = named.session_id AND tool_calls.status = 'pending'
        AND asked.turn_id = named.turn_id
    ) AS has_open_call,
    (SELECT max(id) FROM events WHERE session_id = named.session_id) AS last_event_id,
    (SELECT max(id) FROM messages WHERE session_id = named.session_id) AS last_message_id
  FROM named ORDER BY session_id, message_id`
}
