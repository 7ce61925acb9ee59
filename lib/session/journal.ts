import type { Message } from '../canonical/message.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Actor, EventPayload, EventType, PersistedEvent } from '../events/catalog.ts'
import type { LiveHub } from './hub.ts'
import type { SessionWrite, Store } from './store.ts'

export interface JournalDeps {
  store: Store
  hub: LiveHub
  /** Sortable, unique in this process. */
  newEventId: () => string
  /** Microseconds. */
  clock: () => number
}

/**
 * Stores and then shows what happens in one turn, in this order and one step after the other: whoever watches never
 * learns of something that a crash could still undo.
 */
export class Journal {
  readonly #deps: JournalDeps
  readonly #sessionId: string
  readonly #turnId: string
  #root: string | null = null
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(deps: JournalDeps, sessionId: string, turnId: string) {
    this.#deps = deps
    this.#sessionId = sessionId
    this.#turnId = turnId
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

  timestamp(): string {
    return formatTimestamp(this.#deps.clock())
  }

  /** True while a write has not been shown yet; deltas wait for it, so that the order on the stream is the order of events. */
  get pending(): boolean {
    return this.#waiting > 0
  }

  /**
   * Stores one step as a whole, then shows it at once: appended messages, events, the session. Whoever sees the end of a
   * turn can start the next one.
   */
  write(
    step: Omit<SessionWrite, 'session_id'>,
    shown: readonly Message[] = [],
    onStored: () => void = () => {},
  ): Promise<void> {
    return this.#queue(async () => {
      const forget = this.#deps.hub.storing(this.#sessionId, shown)
      const session = await this.#deps.store
        .commit({ ...step, session_id: this.#sessionId })
        .catch((error: unknown) => {
          forget()
          throw error
        })
      onStored()
      for (const message of shown) this.#deps.hub.appended(message)
      for (const event of step.events ?? []) this.#deps.hub.event(event)
      // Where the path ends is no news to a list of sessions.
      const isNews = Object.keys(step.patch ?? {}).some((key) => key !== 'head_id')
      if (isNews) this.#deps.hub.sessionUpdated(session)
    })
  }

  /** Waits for every write so far; throws what the first failed one threw. */
  async settled(): Promise<void> {
    await this.#tail
  }

  #queue(step: () => Promise<void>): Promise<void> {
    this.#waiting += 1
    const done = this.#tail.then(step).finally(() => {
      this.#waiting -= 1
    })
    this.#tail = done
    return done
  }
}
