import { assertNever } from '../assert-never.ts'
import { publicStreamEvent } from '../canonical/answer.ts'
import { EMPTY_DRAFT, fold, writerAfter } from '../canonical/fold.ts'
import { publicMessage } from '../canonical/public-message.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import { isEndOfTurn, type PersistedEvent } from '../events/catalog.ts'
import type { SessionFrame, StorageProblem, TransientEvent } from '../events/frame.ts'
import { lastTurnOf } from '../events/frame.ts'
import type { Principal } from '../principal.ts'
import { encodeFrame } from '../sse/encode.ts'
import { type Channel, deliver, isIdle, newChannel, stateOf } from './channel.ts'
import type { Entry } from './entry.ts'
import type { FrameSink, LiveChange, LiveState, LiveStream, Subscription } from './live-stream.ts'
import { Ring } from './ring.ts'

export interface HubOptions {
  /** Sortable ids, unique in this process: cursors of the stream and ids of events. */
  newId: () => string
  /** Microseconds. */
  clock: () => number
  /** What one session keeps for clients that come back. */
  ring?: { entries: number; bytes: number }
  /** Bytes kept for all sessions that nobody watches. */
  idleSize?: number
  /** How long after something happened to one session the streams of all others have been told, at the latest. */
  newsDelayMs?: number
  /** Throws where a frame is not what the contract says of it: for tests. */
  checkFrame?: (frame: SessionFrame) => void
}

const RING = { entries: 2_000, bytes: 2_000_000 }
const IDLE_SIZE = 8_000_000
/** With many sessions at work, each stream would else be written to at each step of each of them. */
const NEWS_DELAY_MS = 200

const NOTHING_LIVE: LiveState = { turn: null, ended: null, storage: null, partial: null, beside: [] }

/**
 * The live stream of a single process (design §6). Nothing here is the truth: a client without a usable cursor gets a
 * snapshot made from the store.
 */
export class LiveHub implements LiveStream {
  readonly #options: Required<Omit<HubOptions, 'checkFrame'>> & Pick<HubOptions, 'checkFrame'>
  /** In order of last use: the first ones are forgotten first. */
  readonly #sessions = new Map<string, Channel>()
  /** The last word on each session that the streams of the others have not been told. */
  readonly #news = new Map<string, { owner_id: string; event: TransientEvent }>()
  #newsTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: HubOptions) {
    this.#options = { ring: RING, idleSize: IDLE_SIZE, newsDelayMs: NEWS_DELAY_MS, ...options }
  }

  publish(sessionId: string, change: LiveChange): void {
    const live = this.#live(sessionId)
    switch (change.type) {
      case 'answering':
        this.#answering(live, sessionId, change)
        break
      case 'tool_progress': {
        const { turn_id, type: _type, ...payload } = change
        this.#push(live, this.#newFrame(sessionId, turn_id, { type: 'tool.progress', payload }))
        break
      }
      case 'storing':
        for (const id of change.message_ids) live.storing.add(id)
        break
      case 'not_stored':
        for (const id of change.message_ids) live.storing.delete(id)
        break
      case 'appended':
        this.#appended(live, change)
        break
      case 'head_moved': {
        const { turn_id, message_id, last_turn } = change
        const moved = { type: 'head.moved', payload: { message_id, last_turn } } as const
        this.#push(live, this.#newFrame(sessionId, turn_id, moved))
        break
      }
      case 'messages_deleted': {
        const { type: _type, ...payload } = change
        this.#treeChanged(live, sessionId, { type: 'messages.deleted', payload })
        break
      }
      case 'messages_restored': {
        const { type: _type, ...payload } = change
        this.#treeChanged(live, sessionId, { type: 'messages.restored', payload })
        break
      }
      case 'event':
        this.#event(live, change.event)
        break
      case 'resumed':
        // Under an id of its own: those of a stream ascend.
        this.#event(live, { ...change.event, id: this.#options.newId() })
        break
      case 'storage':
        this.#storage(live, sessionId, change.problem)
        break
      case 'cancelling':
        this.#cancelling(live, change.turn_id)
        break
      case 'updated':
        this.#tellAll(live, sessionId, change.session.owner_id, {
          type: 'session.updated',
          payload: { session: change.session },
        })
        break
      case 'deleted':
        this.#tellAll(live, sessionId, change.owner_id, {
          type: 'session.deleted',
          payload: { session_id: sessionId },
        })
        // Whoever watches it goes on hearing of the other sessions.
        if (live.sinks.size === 0) this.#sessions.delete(sessionId)
        break
      default:
        assertNever(change)
    }
  }

  isWatched(sessionId: string): boolean {
    return (this.#sessions.get(sessionId)?.sinks.size ?? 0) > 0
  }

  visits(sessionId: string): number {
    return this.#sessions.get(sessionId)?.visits ?? 0
  }

  rest(sessionId: string): number {
    const sinks = this.#sessions.get(sessionId)?.sinks
    let least: number | undefined
    for (const { rest } of sinks ?? []) least = Math.min(least ?? Number.POSITIVE_INFINITY, rest?.() ?? 0)
    return least ?? 0
  }

  read(sessionId: string): LiveState {
    const live = this.#sessions.get(sessionId)
    return live ? stateOf(live) : NOTHING_LIVE
  }

  subscribe(principal: Principal, sessionId: string, cursor: string | null, sink: FrameSink): Subscription {
    // It was handed over: the frames that are kept hold the news of the other sessions of whoever had it.
    const watcher = this.#sessions.get(sessionId)?.watcher ?? principal.id
    if (watcher !== principal.id) this.#sessions.delete(sessionId)
    const live = this.#live(sessionId)
    live.watcher = principal.id
    live.visits += 1
    const missed = cursor === null ? undefined : live.ring.after(cursor)
    const held = missed ?? []
    const appended = new Set<string>()
    const hold: FrameSink = (batch, entries = []) => {
      held.push(batch)
      for (const entry of entries) if (entry.appended !== null) appended.add(entry.appended)
    }
    const forward: FrameSink = (batch, entries) => sink(batch, entries)
    if (sink.rest) forward.rest = sink.rest
    live.sinks.add(hold)
    const at = live.ring.lastId
    return {
      seam: missed ? null : { ...stateOf(live), cursor: at, later: () => appended.union(live.storing) },
      open: (snapshot) => {
        if (!live.sinks.delete(hold)) return
        const first = snapshot
          ? this.#encoded(this.#frame(at, sessionId, null, { type: 'snapshot', payload: snapshot }))
          : ''
        const batch = Buffer.concat([Buffer.from(first), ...held])
        // First: a sink that cannot take the batch detaches itself.
        live.sinks.add(forward)
        if (batch.length > 0) sink(batch)
      },
      detach: () => {
        live.sinks.delete(hold)
        live.sinks.delete(forward)
        this.#forgetIdle()
      },
    }
  }

  #answering(
    live: Channel,
    sessionId: string,
    { turn_id, message_id, event }: LiveChange & { type: 'answering' },
  ): void {
    // What comes of a turn that is not beside another is of the active path.
    const turn = live.beside.get(turn_id) ?? live
    const known = turn.partial?.message_id === message_id ? turn.partial : { model: null, draft: EMPTY_DRAFT }
    turn.partial = { message_id, model: writerAfter(known.model, event), draft: fold(known.draft, event) }
    const { type, ...payload } = publicStreamEvent(event)
    const shown = { type, payload: { ...payload, message_id } } as TransientEvent
    this.#push(live, this.#newFrame(sessionId, turn_id, shown))
  }

  #cancelling(live: Channel, turnId: string): void {
    const beside = live.beside.get(turnId)
    if (beside) beside.state = 'cancelling'
    else if (live.turn?.turn_id === turnId) live.turn = { ...live.turn, state: 'cancelling' }
  }

  #appended(live: Channel, { turn_total, beside, ...placed }: LiveChange & { type: 'appended' }): void {
    const { message } = placed
    live.storing.delete(message.id)
    const turn = live.beside.get(message.metadata.turn_id ?? '') ?? live
    if (turn.partial?.message_id === message.id) turn.partial = null
    const payload = { message: publicMessage(placed), turn_total, ...(beside && { beside: true as const }) }
    const shown = { type: 'message.appended', payload } as const
    this.#push(live, this.#newFrame(message.session_id, message.metadata.turn_id ?? null, shown))
  }

  #treeChanged(live: Channel, sessionId: string, event: TransientEvent): void {
    // The turn whose end was seen here may be gone: the store knows.
    live.ended = null
    this.#push(live, this.#newFrame(sessionId, null, event))
  }

  #event(live: Channel, event: PersistedEvent): void {
    if (event.type === 'turn.started' && event.turn_id) {
      const { turn_id, payload } = event
      const turn = { turn_id, state: 'running' } as const
      if (payload.lane) live.beside.set(turn_id, { ...turn, question_id: payload.message_id, partial: null })
      else {
        live.turn = turn
        live.ended = null
      }
    }
    if (isEndOfTurn(event)) {
      if (!live.beside.delete(event.turn_id ?? '')) {
        live.turn = null
        live.ended = lastTurnOf(event)
        live.partial = null
      }
      if (live.turn === null && live.beside.size === 0) live.storage = null
    }
    this.#push(live, event)
  }

  #storage(live: Channel, sessionId: string, problem: StorageProblem | null): void {
    if (live.storage?.kind === problem?.kind) return
    live.storage = problem
    const turnId = live.turn?.turn_id ?? null
    this.#push(live, this.#newFrame(sessionId, turnId, { type: 'storage.changed', payload: { problem } }))
  }

  #tellAll(live: Channel, sessionId: string, owner_id: string, event: TransientEvent): void {
    this.#push(live, this.#newFrame(sessionId, null, event))
    this.#news.set(sessionId, { owner_id, event })
    this.#newsTimer ??= setTimeout(() => this.#handOutNews(), this.#options.newsDelayMs / 2).unref()
  }

  /** Half of the time they are gathered, half of it they wait for a write that is made anyway: many streams have one. */
  #handOutNews(): void {
    this.#newsTimer = undefined
    const news = [...this.#news].map(([sessionId, { owner_id, event }]) => {
      return { sessionId, owner_id, entry: this.#entryOf(this.#newFrame(sessionId, null, event)) }
    })
    this.#news.clear()
    for (const [id, live] of this.#sessions) {
      for (const { sessionId, owner_id, entry } of news) {
        if (sessionId !== id && owner_id === live.watcher) live.news.push(entry)
      }
    }
    setTimeout(() => this.#tellTheRest(), this.#options.newsDelayMs / 2).unref()
  }

  #tellTheRest(): void {
    for (const live of this.#sessions.values()) deliver(live, [])
  }

  #newFrame(sessionId: string, turnId: string | null, event: TransientEvent): SessionFrame {
    return this.#frame(this.#options.newId(), sessionId, turnId, event)
  }

  #frame(id: string, sessionId: string, turnId: string | null, event: TransientEvent): SessionFrame {
    return { id, session_id: sessionId, turn_id: turnId, timestamp: formatTimestamp(this.#options.clock()), ...event }
  }

  #entryOf(frame: SessionFrame): Entry {
    const appended = frame.type === 'message.appended' ? frame.payload.message.id : null
    return { id: frame.id, text: this.#encoded(frame), appended, frame }
  }

  #encoded(frame: SessionFrame): string {
    this.#options.checkFrame?.(frame)
    return encodeFrame(frame)
  }

  #push(live: Channel, frame: SessionFrame): void {
    deliver(live, [this.#entryOf(frame)])
    if (isIdle(live)) this.#forgetIdle()
  }

  #live(sessionId: string): Channel {
    let live = this.#sessions.get(sessionId)
    if (live) {
      // Moves to the end: least recently used first.
      this.#sessions.delete(sessionId)
    } else {
      live = newChannel(new Ring(this.#options.newId(), this.#options.ring))
    }
    this.#sessions.set(sessionId, live)
    return live
  }

  /** Lets go of what nobody watches, oldest first, until the rest is within bounds. */
  #forgetIdle(): void {
    let size = 0
    for (const live of this.#sessions.values()) if (isIdle(live)) size += live.ring.size + 1_000
    for (const [id, live] of this.#sessions) {
      if (size <= this.#options.idleSize) return
      if (!isIdle(live)) continue
      size -= live.ring.size + 1_000
      this.#sessions.delete(id)
    }
  }
}
