import { assertNever } from '#lib/assert-never.ts'
import type { EventPayload, PersistedEvent } from '#lib/events/catalog.ts'
import { type LiveTurn, type SessionState, type ToolCallState, type TurnOutcome, withBeside } from './session-state.ts'

/** What a stored event says of the turn and of the tools. */
export function reduceEvent(state: SessionState, event: PersistedEvent): SessionState {
  switch (event.type) {
    case 'turn.started':
      return event.turn_id === null ? state : startTurn(state, event.turn_id, event.payload)
    case 'route.decided':
      return event.turn_id === null
        ? state
        : { ...state, routes: new Map(state.routes).set(event.turn_id, event.payload) }
    case 'llm.call_started':
      // A second attempt counts as started from the moment its wait begins.
      return event.payload.attempt > 1 ? state : withRetry(state, event.turn_id, null)
    case 'llm.call_completed':
      return withRetry(state, event.turn_id, null)
    case 'llm.call_failed': {
      const { attempt, error_class, reason, delay_ms } = event.payload
      const retry = delay_ms === null ? null : { attempt, error_class, ...(reason && { reason }) }
      return withRetry(state, event.turn_id, retry)
    }
    case 'tool.called':
      return withTool(state, event.payload.tool_use_id, { state: 'running' })
    case 'tool.completed':
      return withTool(state, event.payload.tool_use_id, { state: 'done', duration_ms: event.payload.duration_ms })
    case 'tool.failed':
      return withTool(state, event.payload.tool_use_id, { state: 'failed', reason: event.payload.reason })
    case 'tool.input_invalid':
      return withTool(state, event.payload.tool_use_id, { state: 'failed', reason: 'invalid_input' })
    case 'turn.completed':
      return endTurn(state, event.turn_id, { state: 'completed' })
    case 'turn.cancelled':
      return endTurn(state, event.turn_id, { state: 'cancelled' })
    case 'turn.failed':
      return endTurn(state, event.turn_id, { state: 'failed', ...event.payload })
    case 'session.created':
    case 'tool.confirmation_requested':
    case 'tool.confirmation_resolved':
    case 'routing.policy_invalid':
    case 'routing.provider_unavailable':
    case 'routing.provider_recovered':
      return state
    default:
      return skipUnknown(state, event)
  }
}
/** A newer server may send types that this page does not know; the compiler still has to see that we know all of ours. */
function skipUnknown(state: SessionState, event: never): SessionState {
  return typeof (event as { type?: unknown }).type === 'string' ? state : assertNever(event)
}

function startTurn(
  state: SessionState,
  turn_id: string,
  { lane = 0, message_id }: EventPayload<'turn.started'>,
): SessionState {
  const turn: LiveTurn = { turn_id, state: 'running', retry: null }
  if (lane > 0) {
    return withBeside(state, { turn_id, question_id: message_id, turn, answer: null, outcome: null })
  }
  // The ones beside it begin after it.
  return turn_id === state.turn?.turn_id ? state : { ...state, turn, beside: new Map(), outcome: null }
}

function withRetry(state: SessionState, turnId: string | null, retry: LiveTurn['retry']): SessionState {
  const beside = state.beside.get(turnId ?? '')
  if (beside) return beside.turn ? withBeside(state, { ...beside, turn: { ...beside.turn, retry } }) : state
  return !state.turn || state.turn.retry === retry ? state : { ...state, turn: { ...state.turn, retry } }
}

function withTool(state: SessionState, id: string, tool: ToolCallState): SessionState {
  return { ...state, tools: new Map(state.tools).set(id, tool) }
}

function endTurn(state: SessionState, turnId: string | null, outcome: TurnOutcome): SessionState {
  const beside = state.beside.get(turnId ?? '')
  if (beside) return withBeside(state, { ...beside, turn: null, answer: null, outcome })
  if (state.turn && turnId !== null && state.turn.turn_id !== turnId) return state
  if (!state.turn && !state.answer && state.outcome) return state
  return { ...state, turn: null, answer: null, outcome, storage: null }
}
