import { type SQL, sql } from 'drizzle-orm'
import type { Recovery } from '#lib/store/store.ts'
import type { Database } from './database.ts'
import { isTaken } from './turn.ts'

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

/**
 * A turn for each partial message, one for each open turn without any, and one for each running session that has neither: of
 * all sessions, or of those named.
 */
export function findInterrupted(database: Database, only: Recovery | undefined): Promise<InterruptedTurn[]> {
  return database.all<InterruptedTurn>(interruptedTurns(only))
}

/** One statement, whatever the number of turns. The leaf is looked for from the question on, not in the whole history. */
function interruptedTurns(only: Recovery | undefined): SQL {
  const named = only && sql`(SELECT value FROM json_each(${JSON.stringify(only.session_ids)}))`
  const taken = isTaken(only?.owner)
  const among = (column: SQL) => sql`${named ? sql`AND ${column} IN ${named}` : sql``} AND NOT EXISTS (
    SELECT 1 FROM turns WHERE turns.session_id = ${column} AND turns.state IN ('running', 'waiting') AND ${taken}
  )`
  return sql`
  WITH interrupted (session_id) AS (
    SELECT id FROM sessions WHERE state = 'running' ${among(sql`sessions.id`)}
    UNION SELECT session_id FROM messages WHERE status = 'partial' ${among(sql`messages.session_id`)}
  ), unfinished AS (
    SELECT messages.session_id, messages.id AS message_id, messages.turn_id AS named_turn
    FROM interrupted CROSS JOIN messages ON messages.session_id = interrupted.session_id AND status = 'partial'
  ), open AS (
    SELECT turns.session_id, NULL AS message_id, turns.id AS named_turn
    FROM interrupted CROSS JOIN turns ON turns.session_id = interrupted.session_id AND state IN ('running', 'waiting')
    WHERE NOT EXISTS (
      SELECT 1 FROM unfinished WHERE unfinished.session_id = turns.session_id
        AND (unfinished.named_turn IS NULL OR unfinished.named_turn = turns.id)
    )
  ), found AS (
    SELECT * FROM unfinished UNION ALL SELECT * FROM open
    UNION ALL
    SELECT session_id, NULL, NULL FROM interrupted
    WHERE session_id NOT IN (SELECT session_id FROM unfinished UNION SELECT session_id FROM open)
  ), cut_off AS (
    SELECT found.*, (
      SELECT id FROM events
      WHERE session_id = found.session_id AND type = 'turn.started'
        AND (found.named_turn IS NULL OR turn_id = found.named_turn)
      ORDER BY id DESC LIMIT 1
    ) AS started_id
    FROM found
  ), named AS (
    SELECT cut_off.*, coalesce(named_turn, started.turn_id) AS turn_id,
      CASE WHEN json_valid(started.payload_json) THEN started.payload_json ->> '$.message_id' END AS question_id
    FROM cut_off LEFT JOIN events AS started ON started.id = cut_off.started_id
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
  FROM named ORDER BY session_id, question_id, message_id`
}
