import type { StreamEvent } from '#lib/canonical/stream-event.ts'
import type { SessionFrame, Snapshot } from '#lib/events/frame.ts'
import { showOnce } from './asking.ts'
import { growAnswer, resumeAnswer } from './live-answer.ts'
import { addBeside, appendMessage, moveHead, replacePath } from './message-tree.ts'
import { withoutMessages, withRestored } from './reduce-deletion.ts'
import { reduceEvent } from './reduce-event.ts'
import {
  type BesideTurn,
  EMPTY_SESSION,
  outcomeOf,
  placesWithBranch,
  type SessionState,
  withBeside,
  withPlaces,
  withResults,
  withTotals,
} from './session-state.ts'

type Appended = Extract<SessionFrame, { type: 'message.appended' }>['payload']

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
    case 'text.citation':
    case 'hosted_tool.update':
    case 'message.complete': {
      const { message_id, ...rest } = frame.payload
      const event = { type: frame.type, ...rest } as StreamEvent
      const beside = state.beside.get(frame.turn_id ?? '')
      if (beside) return foldBeside(state, beside, { message_id, event, at: frame.timestamp })
      return foldAnswer(state, message_id, event, frame.timestamp)
    }
    case 'message.appended':
      return withMessage(state, frame.payload)
    case 'head.moved': {
      const { message_id, last_turn } = frame.payload
      const tree = moveHead(state.tree, message_id)
      // Of a head that is where it is already, as after a turn that begins elsewhere, nothing is news.
      return tree === state.tree ? state : { ...state, tree, outcome: last_turn && outcomeOf(last_turn) }
    }
    case 'messages.deleted':
      return withoutMessages(state, frame.payload)
    case 'messages.restored':
      return withRestored(state, frame.payload)
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

export function fromSnapshot(state: SessionState, snapshot: Snapshot): SessionState {
  const { session, messages, turn_totals, places, partial, turn, last_turn, storage } = snapshot
  // A copy that an older version kept in this browser says nothing of them.
  const running: Snapshot['beside'] = snapshot.beside ?? []
  const beside = running.map((each) => resumeBeside(each, state.beside.get(each.turn_id)))
  return showOnce({
    ...EMPTY_SESSION,
    session,
    asking: state.asking,
    refused: state.refused,
    editing: state.editing,
    tree: replacePath(
      state.tree,
      messages.filter((message) => message.id !== partial?.message_id),
    ),
    answer: partial && resumeAnswer(partial, state.answer),
    turn: turn && { ...turn, retry: null },
    beside: new Map(beside.map((each) => [each.turn_id, each])),
    outcome: last_turn && outcomeOf(last_turn),
    storage,
    results: withResults(state.results, messages),
    totals: withTotals(state.totals, turn_totals),
    places: withPlaces(state.places, places),
    routes: state.routes,
    gone: state.gone,
    deletions: state.deletions,
  })
}

function foldAnswer(state: SessionState, messageId: string, event: StreamEvent, at: string): SessionState {
  const current = state.answer?.message_id === messageId ? state.answer : null
  // A delta that comes after its final message was already seen: the message is the truth.
  if (!current && state.tree.known.has(messageId)) return state
  const answer = growAnswer(current, messageId, event, at)
  return answer === current ? state : { ...state, answer }
}

function resumeBeside(
  { turn_id, question_id, state, partial }: Snapshot['beside'][number],
  known: BesideTurn | undefined,
): BesideTurn {
  const answer = partial && resumeAnswer(partial, known?.answer ?? null)
  return { turn_id, question_id, turn: { turn_id, state, retry: null }, answer, outcome: null }
}

function foldBeside(
  state: SessionState,
  beside: BesideTurn,
  { message_id, event, at }: { message_id: string; event: StreamEvent; at: string },
): SessionState {
  const current = beside.answer?.message_id === message_id ? beside.answer : null
  if (!current && state.tree.known.has(message_id)) return state
  const answer = growAnswer(current, message_id, event, at)
  return answer === current ? state : withBeside(state, { ...beside, answer })
}

/** Of a turn beside the path, which stays where it is. */
function withMessageBeside(state: SessionState, message: Appended['message']): SessionState {
  const turn = state.beside.get(message.metadata.turn_id ?? '')
  const isWritten = turn?.answer?.message_id === message.id
  const taken = {
    ...state,
    tree: addBeside(state.tree, [message]),
    places: placesWithBranch(state, message),
    results: withResults(state.results, [message]),
  }
  return isWritten ? withBeside(taken, { ...turn, answer: null }) : taken
}

function withMessage(before: SessionState, { message, turn_total, beside }: Appended): SessionState {
  const state = turn_total ? { ...before, totals: withTotals(before.totals, [turn_total]) } : before
  if (beside) return withMessageBeside(state, message)
  const tree = appendMessage(state.tree, message)
  const places = placesWithBranch(state, message)
  const results = withResults(state.results, [message])
  const { answer } = state
  // A question that comes while one is asked is that one: a session has one turn at a time, and what comes second is refused.
  if (message.role === 'user' && !state.tree.known.has(message.id))
    return { ...state, tree, results, places, asking: null }
  if (answer?.message_id !== message.id) return { ...state, tree, results }
  return { ...state, tree, results, answer: null }
}
