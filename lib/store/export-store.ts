import type { PersonSettings } from '../canonical/person-settings.ts'
import type { Preset } from '../canonical/preset.ts'
import type { Session } from '../canonical/session.ts'
import type { PersistedEvent } from '../events/catalog.ts'
import type { CostState } from '../pricing/call-cost.ts'
import type { PlacedMessage, StoredProjection, ToolCall } from './store.ts'
import type { LlmCall, TurnRecord } from './turn-record.ts'

/** What a call costs by another version of the prices, beside what it was billed. */
export interface RepricedAs {
  cost_usd: string
  cost_state: CostState
  pricing_version: string
  reprice_id: string
}

export interface CostedCall extends LlmCall {
  repriced: RepricedAs | null
}

/** A message of which only its place is known, and how much it says. */
export interface OutlinedRecord {
  id: string
  parent_id: string | null
  /** Bytes, as it is stored. */
  size: number
}

/** All that hangs on a chat, but what its messages say. */
export interface ChatRecords {
  session: Session
  head_id: string | null
  /** Ascending, of every branch. */
  outline: OutlinedRecord[]
  turns: TurnRecord[]
  tool_calls: ToolCall[]
  events: PersistedEvent[]
  projections: StoredProjection[]
  calls: CostedCall[]
}

export interface HashedPlacedMessage extends PlacedMessage {
  /** `messageHash`: made where the message is read, for a large one takes a while. */
  hash: string
}

/** Whose chats there are. */
export interface ChatOwner {
  id: string
  /** Null for somebody without an account. */
  email: string | null
  chats: number
}

/** Between two calls, in the order of their ids. */
export interface CallCursor {
  after: string
  limit: number
}

/** Whole chats, many at a time. It only reads. */
export interface ExportStore {
  owners(): Promise<ChatOwner[]>
  /** Those of one person, ascending by id, with how many messages each has; those in the archive too, and no temporary ones. */
  chats(ownerId: string): Promise<{ id: string; messages: number }[]>
  /** Those of them that this person has, ascending: each as it was at one and the same moment. */
  records(ownerId: string, sessionIds: readonly string[]): Promise<ChatRecords[]>
  /** Those that are there, ascending. */
  messages(ids: readonly string[]): Promise<HashedPlacedMessage[]>
  /** What is of no chat of theirs. */
  person(ownerId: string): Promise<{ settings: PersonSettings; presets: Preset[] }>
  /** What this person has spent on no chat that is there: titles, and chats that are gone. Ascending by id. */
  callsBeside(ownerId: string, page: CallCursor): Promise<CostedCall[]>
}
