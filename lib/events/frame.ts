import type { ContentBlock } from '../canonical/block.ts'
import type { Message } from '../canonical/message.ts'
import type { Session, SessionSummary } from '../canonical/session.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import type { PersistedEvent } from './catalog.ts'

/** What the browser learns when it opens a session: everything it needs to go on from the frame's cursor (contract §4). */
export interface Snapshot {
  session: Session
  /** The last 100 of the active path, ascending; older ones come from the messages route. */
  messages: Message[]
  partial: { message_id: string; content: ContentBlock[] } | null
  turn: { turn_id: string; state: 'running' | 'cancelling' } | null
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
  | { type: 'message.appended'; payload: { message: Message } }
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
