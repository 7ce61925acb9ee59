import type { Session } from '../canonical/session.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import type { ToolProgress } from '../canonical/tool.ts'
import type { TurnTotal } from '../canonical/turn-total.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { LastTurn, Snapshot, StorageProblem, TransientPayload } from '../events/frame.ts'
import type { Principal } from '../principal.ts'
import type { PlacedMessage } from '../store/store.ts'
import type { Entry } from './entry.ts'

/** What happened to a session. Plain data: it can be told to the readers of another process as well. */
export type LiveChange =
  /** An event of an answer in the making. */
  | { type: 'answering'; turn_id: string; message_id: string; event: StreamEvent }
  /** How far a tool is that runs. */
  | ({ type: 'tool_progress'; turn_id: string; tool_use_id: string } & ToolProgress)
  /** These messages are about to be stored, and are `appended` right after; or are not, where the store refuses them. */
  | { type: 'storing' | 'not_stored'; message_ids: readonly string[] }
  /** With what its turn took by then, where the message is the end of a call. */
  | ({ type: 'appended'; turn_total?: TurnTotal | undefined; beside?: boolean } & PlacedMessage)
  /** The active path has another leaf, and not by appending to it: by the turn that began elsewhere, or by a person. */
  | { type: 'head_moved'; turn_id: string | null; message_id: string; last_turn: LastTurn | null }
  /** Messages are gone, or there again: as whoever watches is told. */
  | ({ type: 'messages_deleted' } & TransientPayload<'messages.deleted'>)
  | ({ type: 'messages_restored' } & TransientPayload<'messages.restored'>)
  /** A stored event, after it was stored. */
  | { type: 'event'; event: PersistedEvent }
  /** A turn goes on that another process began: with the event that began it. */
  | { type: 'resumed'; event: PersistedEvent & { type: 'turn.started' } }
  /** What keeps the session from being stored, or `null`: it is stored again. Only a change of it is told. */
  | { type: 'storage'; problem: StorageProblem | null }
  | { type: 'cancelling'; turn_id: string }
  /**
   * These two go to the session's own stream at once and to every other one of its owner soon, so that a list of sessions stays live on
   * the one stream a page has.
   */
  | { type: 'updated'; session: Session }
  | { type: 'deleted'; owner_id: string }

/** What is live in a session at one moment, and may not be in the store yet. */
export interface LiveState {
  turn: Snapshot['turn']
  /** How the turn before ended, where that was seen here: the store may not know of it yet. */
  ended: LastTurn | null
  storage: StorageProblem | null
  /** The answer in the making as far as it came. */
  partial: Snapshot['partial']
  /** The turns that run beside that one. */
  beside: Snapshot['beside']
}

/** Receives encoded frames; a batch is one write, and is not to be changed. Its entries are given as it happens, not as it is caught up with. */
export interface FrameSink {
  (batch: Uint8Array, entries?: readonly Entry[]): void
  /** For how many ms from now it sends nothing of what it is given of an answer. Without it each batch is sent at once. */
  rest?: () => number
}

export interface Subscription {
  /** Present when the cursor could not be honoured: build a snapshot of this moment and pass it to `open`. */
  seam: Seam | null
  open: (snapshot?: Snapshot) => void
  detach: () => void
}

export interface Seam extends LiveState {
  cursor: string
  /** Messages that are no part of that moment: their frames follow. */
  later: () => ReadonlySet<string>
}

/** The live side of every session: one ordered stream of frames, fanned out to whoever watches, replayed to whoever comes back. */
export interface LiveStream {
  publish(sessionId: string, change: LiveChange): void
  /**
   * Starts watching. Nothing is lost or doubled at the seam: frames are held back from this call on until `open`, which
   * first sends what the cursor missed, or the snapshot. A session is watched by its owner, who hears of no other person's.
   */
  subscribe(principal: Principal, sessionId: string, cursor: string | null, sink: FrameSink): Subscription
  /** For how many ms from now nobody who watches is told more of an answer; 0 where somebody is, or nobody watches. */
  rest(sessionId: string): number
  /** Whether a page shows it now. */
  isWatched(sessionId: string): boolean
  /** How often a page began to show it, as far as that is known: another number than before tells of one that looked in. */
  visits(sessionId: string): number
  /** The only fold of an answer on the server: what is saved of it while it arrives is read here. */
  read(sessionId: string): LiveState
}
