import { z } from 'zod'
import { assertNever } from '../assert-never.ts'
import { ContentBlock } from '../canonical/block.ts'
import { PublicMessage } from '../canonical/public-message.ts'
import { Session, SessionSummary } from '../canonical/session.ts'
import { SiblingPlace } from '../canonical/sibling-place.ts'
import { STREAM_EVENT_PAYLOADS } from '../canonical/stream-event.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { ToolProgress } from '../canonical/tool.ts'
import { TurnTotal } from '../canonical/turn-total.ts'
import { type EndOfTurn, EVENT_PAYLOADS, EventEnvelope, type EventType, type PersistedEvent } from './catalog.ts'

/** How a turn ended, for whoever did not watch it end. */
export const LastTurn = z.discriminatedUnion('outcome', [
  z.object({ turn_id: z.string(), outcome: z.enum(['completed', 'cancelled']) }),
  z.object({ turn_id: z.string(), outcome: z.literal('failed'), ...EVENT_PAYLOADS['turn.failed'].shape }),
])
export type LastTurn = z.infer<typeof LastTurn>

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
export const StorageProblem = z.object({
  kind: z.enum(['full', 'locked', 'unreachable', 'missing']),
  message: z.string(),
})
export type StorageProblem = z.infer<typeof StorageProblem>

const PartialAnswer = z.object({
  message_id: z.string(),
  /** Who writes it; `null` until that is known. */
  model: z.string().nullable(),
  content: z.array(ContentBlock),
})

const RunningTurn = z.object({ turn_id: z.string(), state: z.enum(['running', 'cancelling']) })

export const BesideTurn = RunningTurn.extend({ question_id: z.string(), partial: PartialAnswer.nullable() })
export type BesideTurn = z.infer<typeof BesideTurn>

/** What the browser learns when it opens a session: everything it needs to go on from the frame's cursor (contract §4). */
export const Snapshot = z.object({
  session: Session,
  /** The last 100 of the active path, ascending; older ones come from the messages route. */
  messages: z.array(PublicMessage),
  /** What the turns of these messages took. */
  turn_totals: z.array(TurnTotal),
  /** Of those among them that begin a branch beside others. */
  places: z.array(SiblingPlace),
  partial: PartialAnswer.nullable(),
  turn: RunningTurn.nullable(),
  /** Turns that answer the same beside it, each on a branch of its own below its question. They may outlast it. */
  beside: z.array(BesideTurn),
  /** Of the turn that the last message belongs to; `null` while it runs. */
  last_turn: LastTurn.nullable(),
  /** What keeps the running turn from being stored, while it is kept in memory. */
  storage: StorageProblem.nullable(),
  confirmations: z.tuple([]),
  cost_usd: Session.shape.cost_usd,
  unpriced_calls: Session.shape.unpriced_calls,
})
export type Snapshot = z.infer<typeof Snapshot>

const TREE_CHANGE = {
  deletion_id: z.string(),
  message_ids: z.array(z.string()),
  /** What the first of them follows. */
  parent_id: z.string().nullable(),
  /** Messages that stay, and which they follow now. */
  moved: z.array(z.object({ message_id: z.string(), parent_id: z.string().nullable() })),
  places: z.array(SiblingPlace),
  /** The leaf of the active path, and how its turn ended. */
  head_id: z.string().nullable(),
  last_turn: LastTurn.nullable(),
}

const ofMessage = { message_id: z.string() }

/** Live only: never stored as events. */
export const TRANSIENT_PAYLOADS = {
  snapshot: Snapshot,
  'message.start': STREAM_EVENT_PAYLOADS['message.start'].extend(ofMessage),
  'text.delta': STREAM_EVENT_PAYLOADS['text.delta'].extend(ofMessage),
  'thinking.delta': STREAM_EVENT_PAYLOADS['thinking.delta'].extend(ofMessage),
  'tool.use_start': STREAM_EVENT_PAYLOADS['tool.use_start'].extend(ofMessage),
  'tool.use_input_delta': STREAM_EVENT_PAYLOADS['tool.use_input_delta'].extend(ofMessage),
  'tool.use_end': STREAM_EVENT_PAYLOADS['tool.use_end'].extend(ofMessage),
  'text.citation': STREAM_EVENT_PAYLOADS['text.citation'].extend(ofMessage),
  'hosted_tool.update': STREAM_EVENT_PAYLOADS['hosted_tool.update'].extend(ofMessage),
  'message.complete': STREAM_EVENT_PAYLOADS['message.complete'].extend(ofMessage),
  /**
   * With what its turn took by then, where the message is the end of a model call. `beside`: it belongs to a turn beside the
   * active path, which stays where it is.
   */
  'message.appended': z.object({
    message: PublicMessage,
    turn_total: TurnTotal.optional(),
    beside: z.literal(true).optional(),
  }),
  /** The active path has another leaf than the one that was appended last; and how the turn of that leaf ended. */
  'head.moved': z.object({ message_id: z.string(), last_turn: LastTurn.nullable() }),
  /** What follows what is gone stays, and follows its `parent_id`. `places` are those of all that stand beside another there. */
  'messages.deleted': z.object(TREE_CHANGE),
  /** They are there again; of many the last ones are given. */
  'messages.restored': z.object({
    messages: z.array(PublicMessage),
    turn_totals: z.array(TurnTotal),
    ...TREE_CHANGE,
  }),
  'tool.progress': ToolProgress.extend({ tool_use_id: z.string() }),
  'storage.changed': z.object({ problem: StorageProblem.nullable() }),
  'session.updated': z.object({ session: z.union([Session, SessionSummary]) }),
  'session.deleted': z.object({ session_id: z.string() }),
} as const

export type TransientType = keyof typeof TRANSIENT_PAYLOADS
export type TransientPayload<T extends TransientType> = z.infer<(typeof TRANSIENT_PAYLOADS)[T]>
export type TransientEvent = { [T in TransientType]: { type: T; payload: TransientPayload<T> } }[TransientType]

const FrameEnvelope = z.object({
  /** Cursor: what `Last-Event-ID` or `?since=` brings back. */
  id: z.string(),
  session_id: z.string(),
  turn_id: z.string().nullable(),
  timestamp: Timestamp,
})

/** One `data:` line of the session stream. Clients skip types they do not know. */
export type SessionFrame = z.infer<typeof FrameEnvelope> & (TransientEvent | PersistedEvent)

/** The schema of every frame, by its type. */
export const FRAMES: Readonly<Record<SessionFrame['type'], z.ZodObject>> = {
  ...framesOf(TRANSIENT_PAYLOADS, FrameEnvelope),
  ...framesOf(EVENT_PAYLOADS, EventEnvelope),
}

function framesOf<T extends TransientType | EventType>(
  payloads: Readonly<Record<T, z.ZodObject>>,
  envelope: z.ZodObject,
) {
  const frames = Object.entries<z.ZodObject>(payloads).map(([type, payload]) => [
    type,
    envelope.extend({ type: z.literal(type), payload }),
  ])
  return Object.fromEntries(frames) as Record<T, z.ZodObject>
}
