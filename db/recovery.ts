import { and, eq, inArray, sql } from 'drizzle-orm'
import { newId, parseModelId } from '#lib/canonical/id.ts'
import type { Message, RoutingDecisionRecord } from '#lib/canonical/message.ts'
import { SCHEMA_VERSION } from '#lib/canonical/message.ts'
import { formatTimestamp } from '#lib/canonical/timestamp.ts'
import { EVENT_PAYLOADS, type EventPayload, type PersistedEvent } from '#lib/events/catalog.ts'
import { routingRecordOf } from '#lib/events/routing-record.ts'
import type { PlacedMessage, RecoveredTurn, Recovery } from '#lib/store/store.ts'
import type { Database, Statement } from './database.ts'
import { runAll } from './database.ts'
import { putEvents } from './event.ts'
import { isUnmet } from './expectation.ts'
import { findInterrupted, type InterruptedTurn } from './interrupted.ts'
import { putMessages } from './message.ts'
import { messages, sessions, toolCalls } from './schema.ts'
import { indexPartialLater } from './search-index.ts'
import { SETTLED_MODEL } from './session.ts'
import { assertNotTaken, endOpenTurns } from './turn.ts'

const STOPPED = 'The server stopped before the answer was complete.'
const WITHOUT_RESULT = 'Not every tool call has its result.'

type Failure = EventPayload<'turn.failed'>

/** How an interrupted turn is ended: each has a message that says why, its own unfinished one or `answer`. */
interface Ending {
  turn: InterruptedTurn
  answer: PlacedMessage | null
  event: PersistedEvent | null
}

/** One query and one batch for however many turns: a crash in between leaves all of it to be done again. */
export async function recoverTurns(database: Database, micros: number, only?: Recovery): Promise<RecoveredTurn[]> {
  const interrupted = await findInterrupted(database, only)
  if (interrupted.length === 0) return []
  const failure: Failure = { error_class: 'other', message: only?.failure ?? STOPPED }
  const endings = endAll(interrupted, failure, micros)
  const answers = endings.flatMap(({ answer }) => answer ?? [])
  const events = endings.flatMap(({ event }) => event ?? [])
  const sessionIds = [...new Set(interrupted.map(({ session_id }) => session_id))]
  try {
    await runAll(database, [
      assertNotTaken(database, sessionIds, only?.owner),
      indexPartialLater(database, sessionIds),
      failPartial(database, sessionIds, failure),
      ...putMessages(database, answers),
      ...closeSessions(database, sessionIds, answers, micros),
      ...putEvents(database, events),
    ])
  } catch (error) {
    // Since the query: what is left is looked for again.
    if (isUnmet(error)) return recoverTurns(database, micros, only)
    throw error
  }
  return endings
    .filter(({ turn }) => turn.ended === 0 || turn.message_id !== null)
    .map(({ turn: { session_id, turn_id, message_id }, answer }) => {
      return { session_id, turn_id, message_id: message_id ?? answer?.message.id ?? null }
    })
}

function endAll(interrupted: readonly InterruptedTurn[], failure: Failure, micros: number): Ending[] {
  const now = formatTimestamp(micros)
  const millis = Math.floor(micros / 1000)
  const lastEvents = new Map<string, string>()
  const lastMessages = new Map<string, string>()
  return interrupted.map((turn) => {
    const { session_id, message_id, leaf_id, has_open_call, last_event_id, last_message_id } = turn
    if (turn.ended === 1) return { turn, answer: null, event: null }
    const event_id = newId(lastEvents.get(session_id) ?? last_event_id, millis)
    lastEvents.set(session_id, event_id)
    if (message_id !== null || leaf_id === null) {
      return { turn, answer: null, event: failed(turn, event_id, now, failure) }
    }
    const message = has_open_call === 1 ? `${failure.message} ${WITHOUT_RESULT}` : failure.message
    const whole: Failure = { ...failure, message }
    const answer_id = newId(lastMessages.get(session_id) ?? last_message_id, millis)
    lastMessages.set(session_id, answer_id)
    const answer = errorAnswer(turn, answer_id, now, whole)
    return { turn, answer: { message: answer, parent_id: leaf_id }, event: failed(turn, event_id, now, whole) }
  })
}

/** For a turn that was cut off before anything of its next answer was saved: its question must not stand without a word. */
function errorAnswer(turn: InterruptedTurn, id: string, created_at: string, error: Failure): Message {
  const { session_id, turn_id } = turn
  const routing = routingOf(turn)
  const model = routing?.chosen_model ?? null
  return {
    id,
    session_id,
    role: 'assistant',
    content: [],
    metadata: {
      model,
      provider: model === null ? null : (parseModelId(model)?.provider ?? null),
      routing,
      status: 'error',
      stop_reason: 'error',
      ...(turn_id !== null && { turn_id }),
      error,
    },
    created_at,
    schema_version: SCHEMA_VERSION,
  }
}

/** Null for a decision that this version cannot read: nothing of what is stored may stop the start. */
function routingOf({ route }: InterruptedTurn): RoutingDecisionRecord | null {
  const { data } = EVENT_PAYLOADS['route.decided'].safeParse(jsonOf(route))
  if (!data?.chosen_model || data.mode === null) return null
  return routingRecordOf({ model: data.chosen_model, mode: data.mode, reason: data.reason }, data.chain)
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** In the database itself: it keeps every number and unknown field, and a row that cannot be read cannot stop the start. */
function failPartial(database: Database, sessionIds: string[], failure: Failure): Statement {
  return database
    .update(messages)
    .set({
      status: 'error',
      // What cannot be read stays as it is: `json_set` would throw, and with it the start.
      metadata_json: sql`CASE WHEN typeof(metadata_json) <> 'text' OR NOT json_valid(metadata_json) THEN metadata_json ELSE
        json_set(metadata_json, '$.status', 'error', '$.stop_reason', 'error', '$.error', json(${JSON.stringify(failure)})) END`,
    })
    .where(and(inArray(messages.session_id, sessionIds), sql`status = 'partial'`))
}

/** Idle, without open calls, and at the error answer where the turn's own branch is the active one. */
function closeSessions(
  database: Database,
  sessionIds: string[],
  answers: readonly PlacedMessage[],
  micros: number,
): Statement[] {
  const now = formatTimestamp(micros)
  const added = JSON.stringify(answers.map(({ message }) => message.id))
  const head_id = sql`coalesce((
    SELECT answer.id FROM messages AS answer
    WHERE answer.session_id = sessions.id AND answer.parent_id = sessions.head_id
      AND answer.id IN (SELECT value FROM json_each(${added}))
  ), head_id)`
  return [
    database
      .update(toolCalls)
      .set({ status: 'cancelled', completed_at: now })
      .where(and(inArray(toolCalls.session_id, sessionIds), eq(toolCalls.status, 'pending'))),
    ...endOpenTurns(database, sessionIds, now),
    database
      .update(sessions)
      .set({ ...SETTLED_MODEL, head_id, state: 'idle', updated_at: now })
      .where(inArray(sessions.id, sessionIds)),
  ]
}

function failed(turn: InterruptedTurn, id: string, now: string, payload: Failure): PersistedEvent {
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
