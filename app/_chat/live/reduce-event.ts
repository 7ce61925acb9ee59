import { assertNever } from '#lib/assert-never.ts'
import type { PersistedEvent } from '#lib/events/catalog.ts'
import type { LiveTurn, SessionState, ToolCallState, TurnOutcome } from './session-state.ts'

/** What a stored event says of the turn and of the tools. */
export function reduceEvent(state: SessionState, event: PersistedEvent): SessionState {
  switch (event.type) {
    case 'turn.started':
      return event.turn_id === null || event.turn_id === state.turn?.turn_id
        ? state
        : { ...state, turn: { turn_id: event.turn_id, state: 'running', retry: null }, outcome: null }
    case 'route.decided':
      return event.turn_id === null
        ? state
        : { ...state, routes: new Map(state.routes).set(event.turn_id, event.payload) }
    case 'llm.call_started':
      // A second attempt counts as started from the moment its wait begins.
      return event.payload.attempt > 1 ? state : withRetry(state, null)
    case 'llm.call_completed':
      return withRetry(state, null)
    case 'llm.call_failed': {
      const { attempt, error_class, reason, delay_ms } = event.payload
      return withRetry(state, delay_ms === null ? null : { attempt, error_class, ...(reason && { reason }) })
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

function withRetry(state: SessionState, retry: LiveTurn['retry']): SessionState {
  return !state.turn || state.turn.retry === retry ? state : { ...state, turn: { ...state.turn, retry } }
}

function withTool(state: SessionState, id: string, tool: ToolCallState): SessionState {
  return { ...state, tools: new Map(state.tools).set(id, tool) }
}

function endTurn(state: SessionState, turnId: string | null, outcome: TurnOutcome): SessionState {
  if (state.turn && turnId !== null && state.turn.turn_id !== turnId) return state
  if (!state.turn && !state.answer && state.outcome) return state
  return { ...state, turn: null, answer: null, outcome, storage: null }
}
