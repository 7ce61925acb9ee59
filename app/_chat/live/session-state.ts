import type { TurnContent } from '#lib/api/turn-content.ts'
import type { ToolResultBlock } from '#lib/canonical/block.ts'
import type { ErrorClass, ErrorReason } from '#lib/canonical/error.ts'
import type { Message } from '#lib/canonical/message.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import type { Session } from '#lib/canonical/session.ts'
import type { SiblingPlace } from '#lib/canonical/sibling-place.ts'
import type { TurnTotal } from '#lib/canonical/turn-total.ts'
import type { EventPayload } from '#lib/events/catalog.ts'
import type { LastTurn, StorageProblem } from '#lib/events/frame.ts'
import type { LiveAnswer } from './live-answer.ts'
import { addBeside, addOlder, EMPTY_TREE, type MessageTree } from './message-tree.ts'

export interface LiveTurn {
  turn_id: string
  state: 'running' | 'cancelling'
  /** The attempt that failed, while the next one waits or runs. */
  retry: { attempt: number; error_class: ErrorClass; reason?: ErrorReason | undefined } | null
}

/** How the last turn of the path ended. */
export type TurnOutcome =
  | { state: 'completed' | 'cancelled' }
  | { state: 'failed'; error_class: ErrorClass; message: string; reason?: ErrorReason | undefined }

export type ToolCallState =
  | { state: 'running' }
  | { state: 'done'; duration_ms: number }
  | { state: 'failed'; reason: EventPayload<'tool.failed'>['reason'] | 'invalid_input' }

/** A turn that answers the same as the one on the path, beside it; it stays when it is over, for whoever compares them. */
export interface BesideTurn {
  turn_id: string
  question_id: string
  turn: LiveTurn | null
  answer: LiveAnswer | null
  outcome: TurnOutcome | null
}

/** A question of this page on its way to the server. It is shown until its message is there. */
export interface Asking {
  content: TurnContent
  /** What it follows, where that is not the end of the path: then it begins a branch. */
  parent_id?: string | null | undefined
  /** `null` until the server has accepted it. */
  message_id: string | null
}

export interface Editing {
  message_id: string
  text: string
  /** It was left so, and nobody has written on since. */
  isFromBefore?: true
}

export interface SessionState {
  session: Session | null
  deleted: boolean
  /** When this browser kept what is shown, while no server says how it is now; `nothing` where it kept nothing. */
  kept: { at: string } | 'nothing' | null
  tree: MessageTree
  asking: Asking | null
  /** Why the last one was refused. */
  refused: unknown
  /** The question that is being written anew, and what is written. */
  editing: Editing | null
  /** The end of the path, while a turn runs. */
  answer: LiveAnswer | null
  turn: LiveTurn | null
  /** By the id of the turn, in the order in which they began. */
  beside: ReadonlyMap<string, BesideTurn>
  outcome: TurnOutcome | null
  /** Why the running turn is only kept in memory for now. */
  storage: StorageProblem | null
  tools: ReadonlyMap<string, ToolCallState>
  /** Of all messages of all branches, by the id of the call: no two messages of a session share one. */
  results: ReadonlyMap<string, ToolResultBlock>
  /** What turns took, by their id: of every branch that was seen. */
  totals: ReadonlyMap<string, TurnTotal>
  /** Of the messages that begin a branch beside others, by their id. */
  places: ReadonlyMap<string, SiblingPlace>
  /** The whole chain of reasons, for turns that were decided while we watched. By turn id. */
  routes: ReadonlyMap<string, EventPayload<'route.decided'>>
  /** Messages that were deleted while we watched. */
  gone: ReadonlySet<string>
  /** How many deletions were heard of, and undone ones: what was asked for before may not be so any more. */
  deletions: number
}

export const EMPTY_SESSION: SessionState = {
  session: null,
  deleted: false,
  kept: null,
  tree: EMPTY_TREE,
  asking: null,
  refused: null,
  editing: null,
  answer: null,
  turn: null,
  beside: new Map(),
  outcome: null,
  storage: null,
  tools: new Map(),
  results: new Map(),
  totals: new Map(),
  places: new Map(),
  routes: new Map(),
  gone: new Set(),
  deletions: 0,
}

export interface OlderPage {
  messages: readonly PublicMessage[]
  turn_totals: readonly TurnTotal[]
  places: readonly SiblingPlace[]
}

export function outcomeOf(last: LastTurn): TurnOutcome {
  if (last.outcome !== 'failed') return { state: last.outcome }
  const { error_class, message, reason } = last
  return { state: 'failed', error_class, message, ...(reason && { reason }) }
}

export function withResults(results: SessionState['results'], messages: readonly Message[]): SessionState['results'] {
  const found = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_result'))
  return found.length === 0
    ? results
    : new Map([...results, ...found.map((block) => [block.tool_use_id, block] as const)])
}

export function withTotals(totals: SessionState['totals'], news: readonly TurnTotal[]): SessionState['totals'] {
  return news.length === 0 ? totals : new Map([...totals, ...news.map((total) => [total.turn_id, total] as const)])
}

export function withPlaces(places: SessionState['places'], news: readonly SiblingPlace[]): SessionState['places'] {
  return news.length === 0 ? places : new Map([...places, ...news.map((place) => [place.message_id, place] as const)])
}

/** A message that begins a branch is the last of those that follow its parent, and there is one more beside each of them. */
export function placesWithBranch({ places, tree }: SessionState, message: PublicMessage): SessionState['places'] {
  if (tree.known.has(message.id) || tree.head === message.parent_id) return places
  const beside = [...tree.known.values()].filter(({ parent_id }) => parent_id === message.parent_id)
  const [first] = beside
  if (!first) return places
  const index = places.get(first.id)?.total ?? 1
  const total = index + 1
  return withPlaces(places, [
    ...beside.map(({ id }) => ({ message_id: id, index: places.get(id)?.index ?? 0, total })),
    { message_id: message.id, index, total },
  ])
}

/** What runs in the chat, on its path or beside it: while it does, nothing else can be asked. */
export function runningTurns({ turn, beside }: SessionState): LiveTurn[] {
  return [turn, ...[...beside.values()].map((each) => each.turn)].filter((each) => each !== null)
}

/** What was said on another branch, which is not shown by it. */
export function withBranch(state: SessionState, { messages, turn_totals, places }: OlderPage): SessionState {
  return {
    ...state,
    tree: addBeside(state.tree, messages),
    totals: withTotals(state.totals, turn_totals),
    places: withPlaces(state.places, places),
    results: withResults(state.results, messages),
  }
}

/** A page of messages that came before the first one. */
export function withOlder(state: SessionState, { messages, turn_totals, places }: OlderPage): SessionState {
  const tree = addOlder(state.tree, messages)
  if (tree === state.tree) return state
  // What was heard of a turn since the page was asked for is newer.
  const totals = withTotals(withTotals(new Map(), turn_totals), [...state.totals.values()])
  return {
    ...state,
    tree,
    totals,
    places: withPlaces(state.places, places),
    results: withResults(state.results, messages),
  }
}

/** The user asked for a stop: said at once, confirmed by the stream, and taken back where it could not be asked for. */
export function markTurn(state: SessionState, turnId: string, as: LiveTurn['state']): SessionState {
  const { turn, beside } = state
  const other = beside.get(turnId)
  if (other?.turn) return withBeside(state, { ...other, turn: { ...other.turn, state: as } })
  return turn?.turn_id === turnId && turn.state !== as ? { ...state, turn: { ...turn, state: as } } : state
}

export function withBeside(state: SessionState, turn: BesideTurn): SessionState {
  return { ...state, beside: new Map(state.beside).set(turn.turn_id, turn) }
}
