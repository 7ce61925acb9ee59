import type { Message, MessageMetadata } from '../canonical/message.ts'
import { type EventPayload, isEndOfTurn } from '../events/catalog.ts'
import type { Logger } from '../log.ts'
import { isStorageError } from '../store/storage-error.ts'
import { endWords, storageProblem } from '../store/storage-problem.ts'
import type { SessionWrite } from '../store/store.ts'
import { Journal, type JournalDeps, parentIn, type Step } from './journal.ts'
import { showEnd } from './take-over.ts'

const NOT_STORED = 'Not all of the answer could be stored. Try again.'

type Deps = JournalDeps & { log: Logger }

interface Unended {
  /** Several where they began together. */
  turn_ids: string[]
  failure: string
  /** What of the turn is kept in memory, in order: it goes into the store before its end does. */
  owed: SessionWrite[]
}

/**
 * Turns that are over in this process, and whose end the store has not taken. They are ended as a crash would have ended
 * them, with all that is kept of them, before the session's next turn and as soon as the store takes writes again.
 */
export class UnendedTurns {
  readonly #deps: Deps
  readonly #owner: string
  readonly #turns = new Map<string, Unended>()
  readonly #settling = new Map<string, Promise<void>>()
  readonly #closed = new AbortController()
  #isRetrying = false

  /** `owner`: this process, as its leases name it. */
  constructor(deps: Deps, owner: string) {
    this.#deps = deps
    this.#owner = owner
  }

  has(sessionId: string): boolean {
    return this.#turns.has(sessionId)
  }

  get turnIds(): string[] {
    return [...this.#turns.values()].flatMap(({ turn_ids }) => turn_ids)
  }

  /** The store failed in the middle of the turn: what is stored stays, and the session must not stay locked. */
  async abandon(sessionId: string, turnId: string, cause: unknown, journal: Journal): Promise<void> {
    const { unstored, expect } = journal
    const problem = storageProblem(cause)
    const failure = problem ? endWords(problem) : notStored(cause)
    // What failed for another reason than a store that is away may fail for ever.
    const owed = problem ? unstored.map(({ write }) => ({ expect, ...withoutEnd(write), session_id: sessionId })) : []
    const others = this.#turns.get(sessionId)
    const turn_ids = [...(others?.turn_ids ?? []), turnId]
    this.#turns.set(sessionId, { turn_ids, failure, owed: [...(others?.owed ?? []), ...owed] })
    try {
      await this.settle(sessionId)
    } catch {
      await this.#tell(sessionId, turnId, { error_class: 'other', message: failure }, problem ? unstored : [])
      void this.#keepSettling()
    }
  }

  /** Stores the end of a turn that nobody runs any more, and shows it as it is stored. */
  settle(sessionId: string): Promise<void> {
    const settling = this.#settling.get(sessionId) ?? this.#settle(sessionId)
    this.#settling.set(sessionId, settling)
    return settling.finally(() => this.#settling.delete(sessionId))
  }

  /** Tries a last time; what the store does not take is ended at the next start. */
  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.allSettled([...this.#turns.keys()].map((sessionId) => this.settle(sessionId)))
  }

  async #settle(sessionId: string): Promise<void> {
    const { store } = this.#deps
    const turn = this.#turns.get(sessionId)
    try {
      for (; turn?.owed[0]; turn.owed.shift()) await store.commit(turn.owed[0])
    } catch (cause) {
      if (storageProblem(cause) !== null) throw cause
      // It may fail for ever, as where the session is gone: the turn is ended without what is left.
      this.#deps.log.error('what was kept of a turn cannot be stored', { session_id: sessionId, cause })
    }
    const failure = turn?.failure ?? NOT_STORED
    const recovered = await store.recover({ session_ids: [sessionId], failure, owner: this.#owner })
    this.#turns.delete(sessionId)
    const ended = new Set<string | undefined>()
    for (const each of recovered) {
      const id = each.turn_id ?? turn?.turn_ids.at(-1)
      ended.add(id)
      await showEnd(this.#deps, sessionId, id, each)
    }
    // A write that failed may have been carried out all the same: then the turn has the end it was to have.
    for (const id of turn?.turn_ids ?? []) if (!ended.has(id)) await showEnd(this.#deps, sessionId, id, undefined)
  }

  /** Whoever watches is told of the end at once, and keeps on the screen what is kept in memory. */
  async #tell(sessionId: string, turnId: string, error: EventPayload<'turn.failed'>, unstored: readonly Step[]) {
    const { live, store } = this.#deps
    for (const { write, shown } of unstored) {
      const isEnd = write.events?.some(isEndOfTurn)
      for (const each of shown) {
        const message = isEnd ? withEnding(each, { status: 'error', error }) : each
        live.publish(sessionId, { type: 'appended', message, parent_id: parentIn(write, each.id) })
      }
    }
    const event = this.#journalOf(sessionId, turnId).event('turn.failed', error)
    live.publish(sessionId, { type: 'event', event })
    const session = await store.session(sessionId).catch(() => null)
    if (session) live.publish(sessionId, { type: 'updated', session: { ...session, state: 'idle' } })
  }

  #journalOf(session_id: string, turn_id: string): Journal {
    return new Journal(this.#deps, { session_id, turn_id, owner: this.#owner }, this.#closed.signal)
  }

  async #keepSettling(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    const { signal } = this.#closed
    for (; this.#turns.size > 0 && !signal.aborted; await this.#deps.patience.pause(signal)) {
      await Promise.allSettled([...this.#turns.keys()].map((sessionId) => this.settle(sessionId)))
    }
    this.#isRetrying = false
  }
}

function notStored(cause: unknown): string {
  return isStorageError(cause) ? `Not all of the answer could be stored: ${cause.message}.` : NOT_STORED
}

/** The last step of a turn as it is stored too late: its answer is unfinished, and recovery says how it ended. */
function withoutEnd(write: Step['write']): Step['write'] {
  if (!write.events?.some(isEndOfTurn)) return write
  const { state: _state, settle_model: _settled, ...patch } = write.patch ?? {}
  return {
    ...write,
    patch,
    turn: undefined,
    events: write.events.filter((event) => !isEndOfTurn(event)),
    messages: (write.messages ?? []).map(({ message, parent_id }) => {
      return { message: withEnding(message, { status: 'partial' }), parent_id }
    }),
  }
}

function withEnding(message: Message, ending: Pick<MessageMetadata, 'status' | 'error'>): Message {
  return { ...message, metadata: { ...message.metadata, ...ending } }
}
