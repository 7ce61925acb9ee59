import { copiedTotals } from '../canonical/copied-total.ts'
import { type Message, statusOf } from '../canonical/message.ts'
import { publicMessage } from '../canonical/public-message.ts'
import { turnIdsOf } from '../canonical/turn-total.ts'
import type { LastTurn, Snapshot } from '../events/frame.ts'
import type { Principal } from '../principal.ts'
import { HEARTBEAT } from '../sse/encode.ts'
import { type Store, UnknownSessionError } from '../store/store.ts'
import { gathered } from './gathered.ts'
import { storedEndOf } from './last-turn.ts'
import type { LiveStream, Seam, Subscription } from './live-stream.ts'

export interface SessionStreamOptions {
  live: LiveStream
  store: Store
  principal: Principal
  sessionId: string
  /** The cursor a returning client brings. */
  since: string | null
  signal: AbortSignal
  connection?: Connection | undefined
  /** So long words of an answer may wait for those that follow. */
  gatherMs?: number | undefined
  heartbeatMs?: number
  /** Writes a client may leave unread before it is cut off and comes back with its cursor. */
  maxQueue?: number
}

/** What the stream ends up in: a `ServerResponse` of Node. */
export interface Connection {
  readonly headersSent: boolean
  write: (bytes: Uint8Array, onWritten: () => void) => unknown
}

export const SNAPSHOT_MESSAGES = 100

/**
 * The server-sent events of one client (contract §4). The caller has made sure that the session exists and is the
 * principal's. Where the connection is given, all but the first bytes are written to it directly, once whoever reads the
 * stream has asked for more: then the head of the answer is written.
 */
export function openSessionStream(options: SessionStreamOptions): ReadableStream<Uint8Array> {
  const {
    live,
    store,
    principal,
    sessionId,
    since,
    signal,
    connection,
    gatherMs = 0,
    heartbeatMs = 15_000,
    maxQueue = 1_000,
  } = options
  let subscription: Subscription | undefined
  let stopGathering = () => {}
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let onAbort = () => {}
  let ended = false
  const end = (finish: () => void) => {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    stopGathering()
    signal.removeEventListener('abort', onAbort)
    subscription?.detach()
    finish()
  }
  const watch = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const write = connection?.headersSent ? writerTo(connection, maxQueue) : writerInto(controller, maxQueue)
    const send = (bytes: Uint8Array) => {
      if (!ended && !write(bytes)) end(() => controller.error(new SlowClientError()))
    }
    const sink = gatherMs > 0 ? gathered(send, gatherMs) : null
    if (sink) stopGathering = sink.end
    subscription = live.subscribe(principal, sessionId, since, sink ?? send)
    heartbeat = setInterval(() => send(encode(HEARTBEAT)), heartbeatMs)
    try {
      const snapshot = subscription.seam && (await buildSnapshot(store, sessionId, subscription.seam))
      if (!ended) subscription.open(snapshot ?? undefined)
    } catch (error) {
      end(() => controller.error(error))
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onAbort = () => end(() => controller.close())
        signal.addEventListener('abort', onAbort)
        if (signal.aborted) return onAbort()
        // At once, or the headers wait for the first event.
        controller.enqueue(encode(': open\n\n'))
      },
      async pull(controller) {
        if (!ended && !subscription) await watch(controller)
      },
      cancel() {
        end(() => {})
      },
    },
    // Nothing is asked for before what is there has been taken.
    { highWaterMark: 0 },
  )
}

/** Writes to a client; false, and nothing is written, where it leaves too much unread. */
type Write = (bytes: Uint8Array) => boolean

function writerInto(controller: ReadableStreamDefaultController<Uint8Array>, maxQueue: number): Write {
  return (bytes) => {
    // What is free of a queue of none, so that it counts down from zero.
    if ((controller.desiredSize ?? 0) <= -maxQueue) return false
    controller.enqueue(bytes)
    return true
  }
}

function writerTo(connection: Connection, maxQueue: number): Write {
  let unread = 0
  const onWritten = () => {
    unread -= 1
  }
  return (bytes) => {
    if (unread >= maxQueue) return false
    unread += 1
    connection.write(bytes, onWritten)
    return true
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

export class SlowClientError extends Error {
  constructor() {
    super('the client did not read its events in time')
    this.name = 'SlowClientError'
  }
}

/**
 * The session as it was when the client was attached. The store may be a step ahead: messages whose frames are held back
 * and follow are left out, and whether a turn runs is for the live stream to say.
 */
export async function buildSnapshot(
  store: Store,
  sessionId: string,
  seam: Omit<Seam, 'cursor'>,
  limit = SNAPSHOT_MESSAGES,
): Promise<Snapshot> {
  const [session, page] = await Promise.all([store.session(sessionId), store.pathPage(sessionId, { limit })])
  if (!session) throw new UnknownSessionError(sessionId)
  const later = seam.later()
  const messages = page.items
    .filter(
      ({ message }) =>
        !later.has(message.id) && message.id !== seam.partial?.message_id && statusOf(message) !== 'partial',
    )
    .map(publicMessage)
  const state = seam.turn === null && seam.beside.length === 0 ? 'idle' : 'running'
  const [turn_totals, places, last_turn] = await Promise.all([
    store.turnTotals(sessionId, turnIdsOf(messages)),
    store.siblingPlaces(
      sessionId,
      messages.map(({ id }) => id),
    ),
    lastTurn(store, messages.at(-1), seam),
  ])
  return {
    session: { ...session, state },
    messages,
    turn_totals: [...turn_totals, ...copiedTotals(messages, turn_totals)],
    places,
    partial: seam.partial,
    turn: seam.turn,
    beside: seam.beside,
    last_turn,
    storage: seam.storage,
    confirmations: [],
    cost_usd: session.cost_usd,
    unpriced_calls: session.unpriced_calls,
  }
}

/** How the turn of the last message ended: as it was seen, or else as it is stored. A turn that runs has no end yet. */
async function lastTurn(
  store: Store,
  last: Message | undefined,
  { turn, ended }: Pick<Seam, 'turn' | 'ended'>,
): Promise<LastTurn | null> {
  const turn_id = last?.metadata.turn_id
  if (!last || turn_id === undefined || turn_id === turn?.turn_id) return null
  if (turn_id === ended?.turn_id) return ended
  return storedEndOf(store, last)
}
