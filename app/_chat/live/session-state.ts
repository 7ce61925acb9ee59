import { assertNever } from '#lib/assert-never.ts'
import type { ContentBlock, ToolResultBlock } from '#lib/canonical/block.ts'
import type { ErrorClass } from '#lib/canonical/error.ts'
import type { Draft } from '#lib/canonical/fold.ts'
import { draftContent, EMPTY_DRAFT, fold } from '#lib/canonical/fold.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import type { EventPayload, PersistedEvent } from '#lib/events/catalog.ts'
import type { LastTurn, SessionFrame, Snapshot, StorageProblem } from '#lib/events/frame.ts'
import { draftFrom } from '../transcript/draft-from.ts'

/** An answer that is being written. */
export interface LiveAnswer {
  message_id: string
  model: string | null
  draft: Draft
  thinking: ThinkingSpan | null
}

/** When thinking began and, once something else followed it, when it ended. Server time, ISO 8601. */
export interface ThinkingSpan {
  /** `null` when it was not watched from its beginning to its end. */
  since: string | null
  until: string | null
}

export interface LiveTurn {
  turn_id: string
  state: 'running' | 'cancelling'
  /** The attempt that failed, while the next one waits or runs. */
  retry: { attempt: number; error_class: ErrorClass } | null
}

/** How the last turn ended. */
export type TurnOutcome =
  | { state: 'completed' | 'cancelled' }
  | { state: 'failed'; error_class: ErrorClass; message: string }

export type ToolCallState =
  | { state: 'running' }
  | { state: 'done'; duration_ms: number }
  | { state: 'failed'; reason: EventPayload<'tool.failed'>['reason'] | 'invalid_input' }

export interface SessionState {
  session: Session | null
  deleted: boolean
  messages: readonly Message[]
  answer: LiveAnswer | null
  turn: LiveTurn | null
  outcome: TurnOutcome | null
  /** Why the running turn is only kept in memory for now. */
  storage: StorageProblem | null
  tools: ReadonlyMap<string, ToolCallState>
  /** Of all messages, by the id of the call. */
  results: ReadonlyMap<string, ToolResultBlock>
  /** The whole chain of reasons, for turns that were decided while we watched. By turn id. */
  routes: ReadonlyMap<string, EventPayload<'route.decided'>>
  /** By message id, for answers that were written while we watched. */
  thinking: ReadonlyMap<string, ThinkingSpan>
}

export const EMPTY_SESSION: SessionState = {
  session: null,
  deleted: false,
  messages: [],
  answer: null,
  turn: null,
  outcome: null,
  storage: null,
  tools: new Map(),
  results: new Map(),
  routes: new Map(),
  thinking: new Map(),
}

/** What the stream says, folded into what the page shows. Returns `state` itself when nothing changed. */
export function reduceFrames(state: SessionState, frames: readonly SessionFrame[]): SessionState {
  return frames.reduce(reduceFrame, state)
}

export function reduceFrame(state: SessionState, frame: SessionFrame): SessionState {
  switch (frame.type) {
    case 'snapshot':
      return fromSnapshot(state, frame.payload)
    case 'message.start':
    case 'text.delta':
    case 'thinking.delta':
    case 'tool.use_start':
    case 'tool.use_input_delta':
    case 'tool.use_end':
    case 'message.complete': {
      const { message_id, ...rest } = frame.payload
      return foldAnswer(state, message_id, { type: frame.type, ...rest } as StreamEvent, frame.timestamp)
    }
    case 'message.appended':
      return appendMessage(state, frame.payload.message)
    case 'storage.changed':
      return { ...state, storage: frame.payload.problem }
    case 'session.updated': {
      const { session } = frame.payload
      if (!state.session || session.id !== state.session.id) return state
      // Nothing pending is said by saying nothing of it.
      return { ...state, session: { ...state.session, pending_model: undefined, ...session } }
    }
    case 'session.deleted':
      return frame.payload.session_id === state.session?.id ? { ...state, deleted: true } : state
    // No tool of ours reports anything yet, and nothing shows it.
    case 'tool.progress':
      return state
    default:
      return reduceEvent(state, frame)
  }
}

function reduceEvent(state: SessionState, event: PersistedEvent): SessionState {
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
      const { attempt, error_class, delay_ms } = event.payload
      return withRetry(state, delay_ms === null ? null : { attempt, error_class })
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

function fromSnapshot(state: SessionState, snapshot: Snapshot): SessionState {
  const { session, messages, partial, turn, last_turn, storage } = snapshot
  const first = messages[0]
  // What the snapshot covers is replaced by it. Older messages stay where the two meet: a hole between them would never
  // be filled, for pages are loaded before the first one.
  const known = state.messages.findIndex((message) => message.id === first?.id)
  const older = known === -1 ? [] : state.messages.slice(0, known)
  const answer = partial && {
    message_id: partial.message_id,
    model: null,
    draft: draftFrom(partial.content),
    thinking: spanOfPartial(
      state.answer?.message_id === partial.message_id ? state.answer.thinking : null,
      partial.content,
    ),
  }
  return {
    ...EMPTY_SESSION,
    session,
    results: withResults(state.results, messages),
    messages: [...older, ...messages.filter((message) => message.id !== partial?.message_id)],
    answer,
    turn: turn && { ...turn, retry: null },
    outcome: last_turn && outcomeOf(last_turn),
    storage,
    routes: state.routes,
    thinking: state.thinking,
  }
}

function outcomeOf(last: LastTurn): TurnOutcome {
  if (last.outcome !== 'failed') return { state: last.outcome }
  const { error_class, message } = last
  return { state: 'failed', error_class, message }
}

function foldAnswer(state: SessionState, messageId: string, event: StreamEvent, at: string): SessionState {
  const current = state.answer?.message_id === messageId ? state.answer : null
  // A delta that comes after its final message was already seen: the message is the truth.
  if (!current && state.messages.some((message) => message.id === messageId)) return state
  const before = current ?? { message_id: messageId, model: null, draft: EMPTY_DRAFT, thinking: null }
  const draft = fold(before.draft, event)
  const model = event.type === 'message.start' || event.type === 'message.complete' ? event.model : before.model
  const thinking = spanOfThinking(before.thinking, event, at)
  if (current && draft === current.draft && model === current.model && thinking === current.thinking) return state
  return { ...state, answer: { message_id: messageId, model, draft, thinking } }
}

function spanOfThinking(span: ThinkingSpan | null, event: StreamEvent, at: string): ThinkingSpan | null {
  if (event.type === 'thinking.delta') return span ?? { since: at, until: null }
  return span && span.until === null ? { ...span, until: at } : span
}

/** What is known goes on to hold, unless thinking may have ended while nobody watched. */
function spanOfPartial(known: ThinkingSpan | null, content: readonly ContentBlock[]): ThinkingSpan | null {
  if (!content.some((block) => block.type === 'thinking')) return null
  return known && (known.until !== null || content.at(-1)?.type === 'thinking') ? known : { since: null, until: null }
}

function appendMessage(state: SessionState, message: Message): SessionState {
  const messages = placed(state.messages, message)
  const results = withResults(state.results, [message])
  const { answer } = state
  if (answer?.message_id !== message.id) return { ...state, messages, results }
  const thinking = answer.thinking ? new Map(state.thinking).set(message.id, answer.thinking) : state.thinking
  return { ...state, messages, results, answer: null, thinking }
}

/** Ids are ULIDs that rise along the active path: a message we have is replaced, a new one finds its place by id. */
function placed(messages: readonly Message[], message: Message): readonly Message[] {
  const at = messages.findLastIndex((other) => other.id <= message.id)
  return messages[at]?.id === message.id ? messages.with(at, message) : messages.toSpliced(at + 1, 0, message)
}

/** Puts the page of messages before `first` in front; not when another one has become the first meanwhile. */
export function prependMessages(state: SessionState, page: readonly Message[], first: string): SessionState {
  if (page.length === 0 || state.messages[0]?.id !== first) return state
  return { ...state, messages: [...page, ...state.messages], results: withResults(state.results, page) }
}

function withResults(results: SessionState['results'], messages: readonly Message[]): SessionState['results'] {
  const found = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'))
  return found.length === 0
    ? results
    : new Map([...results, ...found.map((block) => [block.tool_use_id, block] as const)])
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

/** The user asked for a stop: said at once, confirmed by the stream, and taken back where it could not be asked for. */
export function markTurn(state: SessionState, turnId: string, as: LiveTurn['state']): SessionState {
  const { turn } = state
  return turn?.turn_id === turnId && turn.state !== as ? { ...state, turn: { ...turn, state: as } } : state
}

export function answerContent(answer: LiveAnswer): ContentBlock[] {
  return draftContent(answer.draft)
}
