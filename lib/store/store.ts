import type { AllSessions } from '../canonical/all-sessions.ts'
import type { Label, LabelChange } from '../canonical/label.ts'
import type { Message } from '../canonical/message.ts'
import type { PersonSettings } from '../canonical/person-settings.ts'
import type { ProjectionRecord } from '../canonical/projection.ts'
import type { ReceivedAnswer } from '../canonical/received-answer.ts'
import type { Role } from '../canonical/role.ts'
import type { Session, SessionSummary, TitleOrigin } from '../canonical/session.ts'
import type { SettingsPatch } from '../canonical/session-settings.ts'
import type { SiblingPlace } from '../canonical/sibling-place.ts'
import type { TurnTotal } from '../canonical/turn-total.ts'
import type { Version } from '../canonical/version.ts'
import type { EventType, PersistedEvent } from '../events/catalog.ts'
import type { Principal } from '../principal.ts'
import type { FoundPart } from '../search/found-parts.ts'
import type { Range } from '../search/highlight.ts'
import type { SearchQuery } from '../search/search-query.ts'
import type { DeletionExtent, TreeChange } from './deletion.ts'
import type { ModelUse } from './model-use.ts'
import type { Claim, Expectation, Lease, LlmCall, TurnRecord, TurnWrite, UnrunTurns } from './turn-record.ts'

/** canonical-message-format §9.1, one row for each call that a model made. */
export interface ToolCall {
  /** Canonical tool id. */
  id: string
  session_id: string
  message_id: string
  result_message_id: string | null
  name: string
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled'
  /** What the provider called it, and which provider: the tool id map. */
  provider_id: string | null
  provider: string | null
  created_at: string
  completed_at: string | null
}

/** What came over the wire for a message, by the attempt that it came in. */
export interface WireAnswer extends ReceivedAnswer {
  call_id: string
  session_id: string
  turn_id: string
  /** The one that it was to be. */
  message_id: string
}

/** With the request that it is about. */
export type StoredProjection = ProjectionRecord & { request_id: string }

export interface ProjectionsAsked {
  requests: readonly string[]
  message_id?: string | undefined
}

/** A message with its place in the tree; the parent is no part of the canonical message (contract §2). */
export interface PlacedMessage {
  message: Message
  /** `null` for the first message of a session. */
  parent_id: string | null
}

/** What arrived so far of an answer in the making. */
export interface PartialContent {
  session_id: string
  message_id: string
  content: Message['content']
}

/** What a request that may come again is known by: its answer can be lost where the request was not. */
export interface RequestKey {
  /** Whose keys they are among: of one person, for one kind of request, in one session where it belongs to one. */
  scope: string
  /** The client's own text. */
  key: string
  /** Of what the request said. */
  fingerprint: string
}

export interface KeptAnswer extends RequestKey {
  /** As it goes out as JSON. */
  answer: object
}

/** Where it stands among the others. What is not named stays. */
export interface Place {
  pinned?: boolean
  archived?: boolean
  folder?: string | null
  tags?: readonly string[]
}

export interface ModelTitle {
  /** `null`: the model had none to give. */
  title: string | null
  model: string
  cost_usd: string | null
}

/** Which part of the list. */
export interface SessionQuery {
  cursor?: string | undefined
  limit: number
  /** Those in the archive instead of those that are not. */
  archived?: boolean | undefined
  folder?: string | undefined
  /** Those in no folder, and pinned ones wherever they are. */
  unfiled?: boolean | undefined
  tag?: string | undefined
}

/** Messages of another session, to begin a new one with. */
export interface CopiedPath {
  messages: PlacedMessage[]
  tool_calls: ToolCall[]
  head_id: string
}

export type SessionPatch = Partial<
  /** Idle is idle only where no turn is left open when this is written. */
  Pick<Session, 'title' | 'active_model' | 'pending_model' | 'system_prompt' | 'state' | 'updated_at'>
> & {
  /** Who gave the title that comes with it. */
  title_origin?: TitleOrigin
  /** A title that a model made; it takes the place of first words, and of nothing that a person wrote. */
  model_title?: ModelTitle
  place?: Place
  /** It stays where it is in the list: nothing was said in it. */
  keeps_time?: true
  /** The leaf of the active path. */
  head_id?: string | null
  /** The title where there is none when this is written: one that somebody just gave wins. */
  default_title?: string | null
  /** A pending model becomes the active one, whichever it is when this is written. */
  settle_model?: true
  /** Those that it names, and no other: two windows may change two at once. */
  settings?: SettingsPatch
}

/** One step of a session. All of it becomes visible at once, or nothing of it. Rows with a known id are replaced. */
export interface SessionWrite {
  session_id: string
  /** Without it holding, the commit throws an `UnmetExpectationError`. */
  expect?: Expectation
  patch?: SessionPatch
  turn?: TurnWrite | undefined
  /** Turns that start together with it, each in a lane of its own. */
  beside?: readonly (TurnWrite & { type: 'start' })[]
  /** What the session has spent is their sum, made in the same transaction. */
  llm_calls?: LlmCall[]
  /** Of those calls, or of attempts before them. One that is known stays. */
  wire_answers?: WireAnswer[]
  messages?: PlacedMessage[]
  tool_calls?: ToolCall[]
  events?: PersistedEvent[]
  projections?: StoredProjection[]
  /** The request that this step carries out, to be known again. */
  answered?: KeptAnswer | undefined
}

/** What a write made of its session. */
export interface Committed {
  session: Session
  /** Of the turns of which it held calls that have ended. */
  turn_totals: TurnTotal[]
}

export interface Page<T> {
  items: T[]
  /** Cursor of the next page, `null` on the last one. */
  next: string | null
}

export interface OutlinedMessage {
  id: string
  role: Role
  /** Bytes of its content as it is stored. */
  size: number
  created_at: string
  /** Of the last one, and of one that is followed by an answer of another turn: most need no word of it. */
  turn_id?: string
}

/** A message in its place, without what it says. */
export interface TreeMessage {
  id: string
  parent_id: string | null
  role: Role
  turn_id: string | null
}

export interface FoundMessage {
  id: string
  /** How often the words stand in it, and in what came of its calls. */
  count: number
  /** Where in it, as they follow one another; absent where all of them stand in the open. */
  parts?: FoundPart[]
}

/** The messages that follow one and the same message, ascending. */
export interface Siblings {
  /** Not all of them where there are more than were asked for: those around the one that was asked about. */
  items: PlacedMessage[]
  /** Where among `items` that one is. */
  index: number
  /** How many come before the first of `items`. */
  offset: number
  total: number
}

/** A message that a search has found. */
export interface SearchHit {
  session_id: string
  message_id: string
  /** Of the session. */
  title: string | null
  title_matches: Range[]
  /** The piece of the message in which something was found; its beginning where that was the title. */
  snippet: string
  matches: Range[]
  by: 'me' | 'model'
  /** The one that answered. */
  model: string | null
  created_at: string
}

export interface EventFilter {
  turn_id?: string
  types?: readonly EventType[]
}

export interface Recovery {
  session_ids: readonly string[]
  /** Why, for people. */
  failure?: string
  /** The process that asks: its own leases do not stop it. */
  owner?: string
}

/** A turn that nobody runs any more, as recovery left it. */
export interface RecoveredTurn {
  session_id: string
  turn_id: string | null
  /** The message that says so: the one that was partial, or one that was added to a turn that had none. */
  message_id: string | null
}

export interface Store {
  /** `path`: what it begins with. */
  createSession(session: Session, events: PersistedEvent[], answered?: KeptAnswer, path?: CopiedPath): Promise<void>
  /** For the server itself; whoever asks for a person asks `sessionOf`. */
  session(id: string): Promise<Session | null>
  /** Null for a session of somebody else as for one that is not there. What hangs on a session is asked for after it. */
  sessionOf(principal: Principal, id: string): Promise<Session | null>
  /** Those of one person, pinned ones first, newest first by `updated_at`. A cursor that is not ours throws `BadCursorError`. */
  sessions(principal: Principal, query: SessionQuery): Promise<Page<SessionSummary>>
  labels(principal: Principal): Promise<{ folders: Label[]; tags: Label[] }>
  /** Returns the ids of the sessions that it changed. */
  changeLabel(principal: Principal, change: LabelChange): Promise<string[]>
  /** From then on it is not there for anybody, until it is restored or removed. False where there is none. */
  discardSession(principal: Principal, id: string): Promise<boolean>
  /** False where there is none that was deleted. */
  restoreSession(principal: Principal, id: string): Promise<boolean>
  /** What this person has in all; which of them have a turn. */
  countSessions(principal: Principal): Promise<AllSessions & { running_ids: string[] }>
  /** All that this person has and that have no turn, in one go; temporary ones stay. */
  discardSessions(principal: Principal): Promise<{ at: string; ids: string[] }>
  /** Those that were deleted at that time; returns their ids. */
  restoreSessions(principal: Principal, at: string): Promise<string[]>
  /** The ids of those that were deleted before that time. */
  discardedSessions(before: string): Promise<string[]>
  temporarySessions(): Promise<string[]>
  /** The chats that are at one of these models, in one query: counted, with up to `most` of this person's own of each. */
  chatsOfModels(principal: Principal, models: readonly string[], most: number): Promise<ModelUse[]>
  /** What this person chose for the whole product. */
  personSettings(principal: Principal): Promise<PersonSettings>
  changePersonSettings(principal: Principal, settings: PersonSettings): Promise<void>
  /** Removes the session and all that hangs on it, but what was spent. False when there was none. */
  deleteSession(id: string): Promise<boolean>

  /** Throws `UnknownSessionError` when the session is gone, `UnmetExpectationError`. */
  commit(write: SessionWrite): Promise<Committed>

  /**
   * Replaces the content of partial messages that `commit` stored before, all or none, and nothing else: what answers in the
   * making need twice a second. A message that is not partial (any more) is left alone.
   */
  checkpoint(drafts: readonly PartialContent[]): Promise<void>

  /** The id of the leaf of the active path. */
  head(sessionId: string): Promise<string | null>
  /** The active path, ascending; whole, or from the root to `leaf`. */
  path(sessionId: string, leaf?: string): Promise<Message[]>
  /** The `limit` messages of the active path before `before` (or the last ones), ascending; `next` is the cursor for still older ones. */
  pathPage(sessionId: string, page: { before?: string | undefined; limit: number }): Promise<Page<PlacedMessage>>
  /** All of the active path, or of it what comes before `before`, ascending: one statement, which reads no content. */
  outline(sessionId: string, before?: string): Promise<OutlinedMessage[]>
  /** The messages of the active path in which the words stand, ascending. */
  findWords(sessionId: string, words: string): Promise<FoundMessage[]>
  message(sessionId: string, id: string): Promise<PlacedMessage | null>
  /** What stands beside a message, with it; `null` where there is no such message. */
  siblings(sessionId: string, id: string, limit: number): Promise<Siblings | null>
  /** All that stands beside a message, with it, ascending; `null` where there is no such message. */
  versions(sessionId: string, id: string): Promise<Version[] | null>
  /** Those that are there, in no order. */
  messages(sessionId: string, ids: readonly string[]): Promise<PlacedMessage[]>
  /** All messages on all branches, ascending, without what they say. */
  tree(sessionId: string): Promise<TreeMessage[]>
  /** A question and all that its own turn said; `null` where there is no such message. What is still being written is not in it. */
  exchange(sessionId: string, id: string): Promise<PlacedMessage[] | null>
  /** Where these messages stand, in one query; without those that stand alone. */
  siblingPlaces(sessionId: string, messageIds: readonly string[]): Promise<SiblingPlace[]>
  /** The last message of the branch below a message that was written to last; itself where nothing follows it. */
  newestLeaf(sessionId: string, id: string): Promise<PlacedMessage | null>
  /** The greatest message id of the session on any branch: new ids sort after it. */
  lastMessageId(sessionId: string): Promise<string | null>

  /**
   * A message, or all from it on, is not there from then on, until it is restored or removed; what it took stays spent. Null
   * where there is no such message. Throws `UnmetExpectationError` while a turn runs.
   */
  deleteMessages(sessionId: string, id: string, extent: DeletionExtent): Promise<TreeChange | null>
  /**
   * Puts all of it back where it was; the head too, unless that was moved meanwhile. Null where there is no such deletion.
   * Throws `LaterDeletionError`, and `UnmetExpectationError` while a turn runs.
   */
  restoreMessages(sessionId: string, deletionId: string): Promise<TreeChange | null>
  /** What was deleted of sessions before that time can be restored no more. */
  removeDeletedMessages(before: string): Promise<void>

  /** All, or those that stand in messages up to `last`. */
  toolCalls(sessionId: string, last?: string): Promise<ToolCall[]>
  turn(sessionId: string, id: string): Promise<TurnRecord | null>
  /** Also those of a session that was deleted. */
  llmCalls(sessionId: string, turnId?: string): Promise<LlmCall[]>
  /** What came for this message, in the order of the attempts; nothing of one that an older version asked for. */
  wireAnswers(sessionId: string, messageId: string): Promise<WireAnswer[]>
  /** Stores calls that are no part of a chat; a known id replaces what is there of them. */
  keepCalls(calls: readonly LlmCall[]): Promise<void>
  /**
   * Those of any chat that were begun since, in their order; and of those before, since `waits_since`, the failed ones whose host
   * said when to come back, where no call of that model was answered since.
   */
  callsSince(started_at: string, options?: { waits_since: string }): Promise<LlmCall[]>
  /** Of any session, or of none; also of one that is gone. */
  llmCall(id: string): Promise<LlmCall | null>
  /** The last one before it in its chat that asked the same model, on whatever branch, and of which something was counted. */
  callBefore(call: Pick<LlmCall, 'session_id' | 'model_asked' | 'started_at'>): Promise<LlmCall | null>
  /** Those of the chat that this model was asked, and refused for what they were. */
  refusedCalls(sessionId: string, model: string): Promise<LlmCall[]>
  /** What these turns took, in one query; without those of which nothing is known. */
  turnTotals(sessionId: string, turnIds: readonly string[]): Promise<TurnTotal[]>
  events(sessionId: string, filter?: EventFilter): Promise<PersistedEvent[]>
  /** What routing decided of a turn that is not stored; a stored event is counted by being stored. */
  countDecision(decided: PersistedEvent & { type: 'route.decided' }): Promise<void>
  /** In the order of writing; all, or those of these requests and those about this message. */
  projections(sessionId: string, about?: ProjectionsAsked): Promise<StoredProjection[]>

  /**
   * What a search finds among the sessions of one person, the best first. A cursor that is not ours throws `BadCursorError`.
   * An empty search finds nothing.
   */
  search(
    principal: Principal,
    query: SearchQuery,
    page: { cursor?: string | undefined; limit: number },
  ): Promise<Page<SearchHit>>
  /** Makes some of what is stored findable that is not yet. False when there is nothing left to do. */
  indexPending(): Promise<boolean>

  /** For a request whose own writes are the same however often they are made. */
  keepAnswer(answered: KeptAnswer): Promise<void>
  /** The answer that a request with this key had in the last 24 hours. */
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>

  /** Takes the leases of open turns that nobody runs. */
  claimTurns(lease: Lease, which: UnrunTurns): Promise<Claim>
  /** Prolongs the leases of these turns. Returns those of them that are still this process's own. */
  renewLeases(lease: Lease, turnIds: readonly string[]): Promise<string[]>

  /**
   * Ends what cannot be gone on with (design §7): partial messages become `error` with what they hold, a turn without any
   * gets an empty `error` answer at the end of its path, open tool calls become `cancelled`, running sessions idle with a
   * pending model made active, and a `turn.failed` event with the same words is stored for each. Of all sessions, or of
   * those named; never of one whose turn waits for a person, or is leased to another process than `owner`. Without an owner
   * no open turn is ended, nor one whose lease is over: those are claimed first.
   */
  recover(only?: Recovery): Promise<RecoveredTurn[]>
  close(): Promise<void>
}

export class UnknownSessionError extends Error {
  override readonly name = 'UnknownSessionError'
  constructor(id: string) {
    super(`no session ${id}`)
  }
}

export class UnknownMessageError extends Error {
  override readonly name = 'UnknownMessageError'
  constructor(id: string) {
    super(`no message ${id} in this session`)
  }
}

export class BadCursorError extends Error {
  override readonly name = 'BadCursorError'
  /** Which part of the question it was. */
  readonly parameter: 'cursor' | 'before'
  constructor(parameter: 'cursor' | 'before') {
    super('the cursor is not one that this server gave out')
    this.parameter = parameter
  }
}
