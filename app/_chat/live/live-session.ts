import type { SessionFrame, Snapshot } from '#lib/events/frame.ts'
import { isHeadAwaited } from './message-tree.ts'
import { fromSnapshot, reduceFrames } from './reduce-frame.ts'
import type { SessionState } from './session-state.ts'
import { EMPTY_SESSION } from './session-state.ts'
import type { Leave } from './stream-place.ts'

export type Connection = 'connecting' | 'live' | 'lost' | 'paused' | 'missing'

/** The part of `EventSource` that is used, so that tests can stand in for it. */
export type FrameSource = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'close'>

export interface LiveSessionOptions {
  id: string
  /** What is known before anything is heard, with the server that renders the page as well; else nothing. */
  first?: SessionState
  open(url: string): FrameSource
  /** Takes a place among the streams that stay open. */
  place(insists: boolean, onLost: () => void): Promise<Leave | null>
  /** True when the session is known not to exist: then there is nothing to reconnect to. */
  isMissing(id: string): Promise<boolean>
  /** What this browser keeps of it, for as long as the server does not say what there is. */
  recall(id: string): Promise<{ kept_at: string; snapshot: Snapshot } | null>
  /** Runs once, soon, or later where that is costly; `first`: at once, and what was to run before it does not. */
  schedule(run: () => void, first: boolean): void
  /** Frames that speak of any session, for the list of them. */
  onFrame?(frame: SessionFrame): void
}

/** Words that come twenty times a second are read as a flow; each frame that brings some costs the page, however little that is. */
export const GATHER_MS = 48
const HIDDEN_GRACE_MS = 10_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000
/** Without a place among the streams that stay open, a stream is open so long and then closed so long, by turns. */
const [GLANCE_MS, BETWEEN_MS] = [250, 2_000]

/**
 * One session as it lives: a store over the session stream. Frames that arrive within one animation frame become one
 * update. A dropped stream is opened again with the cursor, and a hidden tab lets its connection go after ten seconds.
 * Of a dozen windows that are seen at once those without a place look in from time to time.
 */
export class LiveSession {
  readonly id: string
  readonly first: SessionState
  readonly #options: LiveSessionOptions
  #state: SessionState
  #connection: Connection = 'connecting'
  #isHeld = false
  #source: FrameSource | null = null
  #cursor: string | null = null
  /** `null`: there is none. Unknown as long as nothing is open. */
  #place: Leave | null | undefined
  #isOpen = false
  #glance: ReturnType<typeof setTimeout> | undefined
  #queue: SessionFrame[] = []
  /** The answers that words were heard of. */
  readonly #spoken = new Set<string>()
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #grace: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(options: LiveSessionOptions) {
    this.id = options.id
    this.first = options.first ?? EMPTY_SESSION
    this.#state = this.first
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get state(): SessionState {
    return this.#isHeld ? this.first : this.#state
  }

  get connection(): Connection {
    return this.#isHeld ? 'connecting' : this.#connection
  }

  /** Until `release`, what is heard shows nowhere. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#notify()
  }

  /** Where somebody works in this window (`insists`), its stream stays open, and that of another may not. */
  connect(insists = false): void {
    clearTimeout(this.#retry)
    if (this.#connection === 'missing') return
    if (!this.#source) this.#open()
    if (!this.#place) void this.#takePlace(insists)
  }

  #open(): void {
    const since = this.#cursor === null ? '' : `&since=${encodeURIComponent(this.#cursor)}`
    const source = this.#options.open(`/api/sessions/${encodeURIComponent(this.id)}/stream?gather=${GATHER_MS}${since}`)
    this.#source = source
    source.onopen = () => {
      this.#failures = 0
      this.#isOpen = true
      this.#setConnection('live')
      this.#glanceOnly()
    }
    source.onmessage = ({ data, lastEventId }) => this.#receive(data, lastEventId)
    source.onerror = () => {
      if (this.#source === source) void this.#lose()
    }
  }

  async #takePlace(insists: boolean): Promise<void> {
    const place = await this.#options.place(insists, () => {
      if (this.#place === place) this.#standIn(null)
    })
    if (this.#place || !this.#source) place?.()
    else this.#standIn(place)
  }

  #standIn(place: Leave | null): void {
    this.#place = place
    clearTimeout(this.#glance)
    this.#glanceOnly()
  }

  /** Not before it has heard what there is. */
  #glanceOnly(): void {
    if (this.#place !== null || !this.#isOpen || this.#cursor === null) return
    this.#glance = setTimeout(() => {
      this.#disconnect()
      this.#retry = setTimeout(() => this.connect(), BETWEEN_MS)
    }, GLANCE_MS)
  }

  close(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#grace)
    this.#disconnect()
    this.#setConnection('paused')
  }

  /** Call it whenever the visibility of the page changes. */
  setHidden(hidden: boolean): void {
    clearTimeout(this.#grace)
    if (hidden) this.#grace = setTimeout(() => this.#rest(), HIDDEN_GRACE_MS)
    else this.connect()
  }

  /** A temporary chat is kept for as long as a page is connected to it: it stays so, unseen too. */
  #rest(): void {
    if (!this.#state.session?.temporary) this.close()
  }

  /** Changes the state from this side, for instance with older messages. */
  update(change: (state: SessionState) => SessionState): void {
    const next = change(this.#state)
    if (next === this.#state) return
    this.#state = next
    this.#notify()
  }

  #receive(data: string, lastEventId: string): void {
    const frame = parseFrame(data)
    if (!frame) return
    const isHeard = this.#cursor !== null
    this.#cursor = lastEventId || frame.id
    if (!isHeard) this.#glanceOnly()
    this.#options.onFrame?.(frame)
    this.#queue.push(frame)
    const isFirst = this.#isFirstWord(frame)
    if (isFirst || this.#queue.length === 1) this.#options.schedule(() => this.#flush(), isFirst)
  }

  /** Whoever waits for an answer sees that it begins when it does: the page rests afterwards. */
  #isFirstWord(frame: SessionFrame): boolean {
    if (frame.type !== 'text.delta' && frame.type !== 'thinking.delta') return false
    const { message_id } = frame.payload
    const isFirst = !this.#spoken.has(message_id)
    this.#spoken.add(message_id)
    return isFirst
  }

  #flush(): void {
    const frames = this.#queue
    this.#queue = []
    this.update((state) => reduceFrames(state, frames))
    if (isHeadAwaited(this.#state.tree)) this.#startOver()
  }

  /** The path that is active now was never seen here: a snapshot brings the end of it. */
  #startOver(): void {
    this.#cursor = null
    if (!this.#source) return
    this.#disconnect()
    this.connect()
  }

  /** `EventSource` says nothing of why it failed, and gives up for good on an HTTP error: the retry is ours. */
  async #lose(): Promise<void> {
    this.#disconnect()
    this.#setConnection('lost')
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS)
    this.#failures += 1
    this.#retry = setTimeout(() => this.connect(), delay)
    if (await this.#options.isMissing(this.id)) {
      clearTimeout(this.#retry)
      this.#disconnect()
      this.#setConnection('missing')
    } else if (!this.#state.session) {
      const kept = await this.#options.recall(this.id)
      this.update((state) => (state.session ? state : asKept(state, kept)))
    }
  }

  #disconnect(): void {
    clearTimeout(this.#glance)
    this.#source?.close()
    this.#source = null
    this.#isOpen = false
    this.#place?.()
    this.#place = undefined
  }

  #setConnection(connection: Connection): void {
    if (this.#connection === connection) return
    this.#connection = connection
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function asKept(state: SessionState, kept: { kept_at: string; snapshot: Snapshot } | null): SessionState {
  return kept ? { ...fromSnapshot(state, kept.snapshot), kept: { at: kept.kept_at } } : { ...state, kept: 'nothing' }
}

function parseFrame(data: string): SessionFrame | null {
  try {
    const frame: unknown = JSON.parse(data)
    return typeof frame === 'object' && frame !== null && 'type' in frame && 'payload' in frame
      ? (frame as SessionFrame)
      : null
  } catch {
    return null
  }
}
