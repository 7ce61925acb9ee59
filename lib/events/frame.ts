import { assertNever } from '../assert-never.ts'
import type { ContentBlock } from '../canonical/block.ts'
import { type Message, withoutProviderRaw } from '../canonical/message.ts'
import type { Session, SessionSummary } from '../canonical/session.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import type { ToolProgress } from '../canonical/tool.ts'
import type { EndOfTurn, EventPayload, PersistedEvent } from './catalog.ts'

/** How a turn ended, for whoever did not watch it end. */
export type LastTurn = { turn_id: string } & (
  | { outcome: 'completed' | 'cancelled' }
  | ({ outcome: 'failed' } & EventPayload<'turn.failed'>)
)

export function lastTurnOf(end: EndOfTurn): LastTurn | null {
  const { turn_id, type } = end
  if (turn_id === null) return null
  switch (type) {
    case 'turn.completed':
      return { turn_id, outcome: 'completed' }
    case 'turn.cancelled':
      return { turn_id, outcome: 'cancelled' }
    case 'turn.failed':
      return { turn_id, outcome: 'failed', ...end.payload }
    default:
      return assertNever(type)
  }
}

/** Why what happens in a session cannot be stored for now, in words for people. */
export interface StorageProblem {
  kind: 'full' | 'locked' | 'unreachable' | 'missing'
  message: string
}

/** A message as it leaves the server: with its place in the tree, without what only its provider reads. */
export interface ShownMessage extends Message {
  /** `null` for the first message of a path. */
  parent_id: string | null
}

export function shownMessage({ message, parent_id }: { message: Message; parent_id: string | null }): ShownMessage {
  return { ...withoutProviderRaw(message), parent_id }
}

/** What the browser learns when it opens a session: everything it needs to go on from the frame's cursor (contract §4). */
export interface Snapshot {
  session: Session
  /** The last 100 of the active path, ascending; older ones come from the messages route. */
  messages: ShownMessage[]
  partial: { message_id: string; content: ContentBlock[] } | null
  turn: { turn_id: string; state: 'running' | 'cancelling' } | null
  /** Of the turn that the last message belongs to; `null` while it runs. */
  last_turn: LastTurn | null
  /** What keeps the running turn from being stored, while it is kept in memory. */
  storage: StorageProblem | null
  confirmations: []
  cost_usd: Session['cost_usd']
  unpriced_calls: number
}

type WithMessageId<E> = E extends { type: infer T }
  ? { type: T; payload: Omit<E, 'type'> & { message_id: string } }
  : never

/** Live only: never stored as events. */
export type TransientEvent =
  | { type: 'snapshot'; payload: Snapshot }
  | WithMessageId<StreamEvent>
  | { type: 'message.appended'; payload: { message: ShownMessage } }
  /** The active path has another leaf than the one that was appended last; and how the turn of that leaf ended. */
  | { type: 'head.moved'; payload: { message_id: string; last_turn: LastTurn | null } }
  | { type: 'tool.progress'; payload: ToolProgress & { tool_use_id: string } }
  | { type: 'storage.changed'; payload: { problem: StorageProblem | null } }
  | { type: 'session.updated'; payload: { session: Session | SessionSummary } }
  | { type: 'session.deleted'; payload: { session_id: string } }

interface FrameEnvelope {
  /** Cursor: what `Last-Event-ID` or `?since=` brings back. */
  id: string
  session_id: string
  turn_id: string | null
  timestamp: string
}

/** One `data:` line of the session stream. Clients skip types they do not know. */
export type SessionFrame = FrameEnvelope & (TransientEvent | PersistedEvent)
