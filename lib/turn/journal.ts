import type { Message } from '../canonical/message.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Actor, EventPayload, EventType, PersistedEvent } from '../events/catalog.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { storageProblem } from '../store/storage-problem.ts'
import type { Committed, SessionPatch, SessionWrite, Store } from '../store/store.ts'
import type { Expectation } from '../store/turn-record.ts'
import type { WritePatience } from './write-patience.ts'

export interface JournalDeps {
  store: Store
  live: LiveStream
  /** Sortable, unique in this process. */
  newEventId: () => string
  /** Microseconds. */
  clock: () => number
  patience: WritePatience
}

/** What is stored at once, and the messages of it that are shown then. */
export interface Step {
  write: Omit<SessionWrite, 'session_id'>
  shown: readonly Message[]
}

/** How often a write is made. */
type Carry = (commit: () => Promise<Committed>) => Promise<Committed>

/**
 * Stores and then shows what happens in one turn, in this order and one step after the other: whoever watches never
 * learns of something that a crash could still undo. A store that is full or away for a while is waited for.
 */
export class Journal {
  readonly #deps: JournalDeps
  readonly #sessionId: string
  readonly #turnId: string
  readonly #lane: number
  /** What holds for every write but the first one: nobody else runs the turn by now. */
  readonly expect: Expectation
  readonly #giveUp: AbortSignal
  readonly #unstored: Step[] = []
  #root: string | null
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0
  /** Resolved while the store refuses what is written. */
  #refused = Promise.withResolvers<void>()
  #isRefused = false

  /** `owner` runs the turn. `giveUp` ends the patience with a store that refuses. `root`: the turn's first event, where it has one. */
  constructor(
    deps: JournalDeps,
    turn: { session_id: string; turn_id: string; owner: string; lane?: number },
    giveUp: AbortSignal,
    root: string | null = null,
  ) {
    this.#deps = deps
    this.#sessionId = turn.session_id
    this.#turnId = turn.turn_id
    this.#lane = turn.lane ?? 0
    this.expect = { type: 'leased', turn_id: turn.turn_id, owner: turn.owner }
    this.#giveUp = giveUp
    this.#root = root
  }

  /** A new event of this turn; the turn's first event becomes the parent of those that name none. */
  event<T extends EventType>(
    type: T,
    payload: EventPayload<T>,
    options: { actor?: Actor; parent?: string | null } = {},
  ): PersistedEvent & { type: T } {
    const id = this.#deps.newEventId()
    const event = {
      id,
      timestamp: this.timestamp(),
      session_id: this.#sessionId,
      turn_id: this.#turnId,
      parent_event_id: options.parent === undefined ? this.#root : options.parent,
      type,
      actor: options.actor ?? 'system',
      payload,
      sensitivity: 'pseudonymous',
    } as PersistedEvent & { type: T }
    this.#root ??= id
    return event
  }

  /** Of a message of this turn: the active path ends with it, unless the turn runs beside that. */
  headAt(head_id: string): SessionPatch {
    return this.#lane === 0 ? { head_id } : {}
  }

  timestamp(): string {
    return formatTimestamp(this.#deps.clock())
  }

  /** The steps that could not be stored, in their order: the one that failed and those that waited for it. */
  get unstored(): readonly Step[] {
    return this.#unstored
  }

  /** The step that opens the turn: refused at once where the store takes nothing, since nothing is owed to anybody yet. */
  begin(write: Step['write'], shown: readonly Message[]): Promise<void> {
    const step = { write, shown }
    return this.#queue(step, () => this.#store(step, (commit) => commit()))
  }

  /**
   * Stores one step as a whole, then shows it at once: appended messages, events, the session. Whoever sees the end of a
   * turn can start the next one.
   */
  write(write: Step['write'], shown: readonly Message[] = [], onStored: () => void = () => {}): Promise<void> {
    const step = { write, shown }
    const { patience } = this.#deps
    const patiently: Carry = (commit) => patience.keepTrying(() => this.attempt(commit), this.#giveUp)
    return this.#queue(step, () => this.#store(step, patiently, onStored))
  }

  /** Carries out a write, a step or one beside them, and tells whoever watches whether the store takes it for now. */
  async attempt<T>(write: () => Promise<T>): Promise<T> {
    try {
      const written = await write()
      this.#accept()
      return written
    } catch (error) {
      this.#refuse(error)
      throw error
    }
  }

  /** Does what is no step of the turn and needs the store, however long that refuses. Throws what cannot be waited for. */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.#deps.patience.keepTrying(work, this.#giveUp)
  }

  #accept(): void {
    this.#deps.patience.accepted()
    if (!this.#isRefused) return
    this.#isRefused = false
    this.#refused = Promise.withResolvers()
    this.#deps.live.publish(this.#sessionId, { type: 'storage', problem: null })
  }

  #refuse(error: unknown): void {
    const problem = storageProblem(error)
    if (!problem) return
    this.#isRefused = true
    this.#refused.resolve()
    this.#deps.patience.refused(problem, error)
    this.#deps.live.publish(this.#sessionId, { type: 'storage', problem })
  }

  /** Waits for every write so far; throws what the first failed one threw. */
  async settled(): Promise<void> {
    await this.#tail
  }

  /**
   * Waits until every write so far is shown, so that the order on the stream is the order of events; but not for a store
   * that refuses for now. Throws as `settled`. Undefined when there is nothing to wait for: it is asked for each delta.
   */
  shown(): Promise<void> | undefined {
    if (this.#waiting === 0 || this.#isRefused) return
    return Promise.race([this.#tail, this.#refused.promise])
  }

  async #store({ write, shown }: Step, carry: Carry, onStored: () => void = () => {}): Promise<void> {
    const { live, store } = this.#deps
    const message_ids = shown.map(({ id }) => id)
    live.publish(this.#sessionId, { type: 'storing', message_ids })
    const commit = () => store.commit({ expect: this.expect, ...write, session_id: this.#sessionId })
    const { session, turn_totals } = await carry(commit).catch((error: unknown) => {
      live.publish(this.#sessionId, { type: 'not_stored', message_ids })
      throw error
    })
    onStored()
    for (const message of shown) {
      const parent_id = parentIn(write, message.id)
      const turn_total =
        message.role === 'assistant' ? turn_totals.find(({ turn_id }) => turn_id === this.#turnId) : undefined
      const beside = this.#lane > 0 || write.beside?.some(({ turn }) => turn.question_id === message.id) === true
      live.publish(this.#sessionId, { type: 'appended', message, parent_id, turn_total, beside })
    }
    for (const event of write.events ?? []) live.publish(this.#sessionId, { type: 'event', event })
    // Where the path ends is no news to a list of sessions.
    const isNews = Object.keys(write.patch ?? {}).some((key) => key !== 'head_id')
    if (isNews) live.publish(this.#sessionId, { type: 'updated', session })
  }

  #queue(step: Step, store: () => Promise<void>): Promise<void> {
    this.#waiting += 1
    const done = this.#tail
      .then(store)
      .catch((error: unknown) => {
        this.#unstored.push(step)
        throw error
      })
      .finally(() => {
        this.#waiting -= 1
      })
    this.#tail = done
    return done
  }
}

/** The parent that a step gives to one of its messages. */
export function parentIn({ messages = [] }: Step['write'], id: string): string | null {
  return messages.find(({ message }) => message.id === id)?.parent_id ?? null
}
