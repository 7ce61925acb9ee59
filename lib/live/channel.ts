import { type Draft, draftContent } from '../canonical/fold.ts'
import type { BesideTurn, LastTurn, Snapshot, StorageProblem } from '../events/frame.ts'
import type { Entry } from './entry.ts'
import type { FrameSink, LiveState } from './live-stream.ts'
import type { Ring } from './ring.ts'

interface LivePartial {
  message_id: string
  model: string | null
  draft: Draft
}

/** What one session has of the live stream: its last frames, who watches it, and how far its turn has come. */
export interface Channel {
  ring: Ring
  /** Whose streams these are; null before the first one. */
  watcher: string | null
  sinks: Set<FrameSink>
  /** How often somebody began to watch it. */
  visits: number
  turn: Snapshot['turn']
  /** How the turn before ended, where that was seen here: the store may not know of it yet. */
  ended: LastTurn | null
  storage: StorageProblem | null
  partial: LivePartial | null
  /** The turns beside it, by their ids, in the order in which they began. */
  beside: Map<string, Omit<BesideTurn, 'partial'> & { partial: LivePartial | null }>
  /** Ids of messages on their way into the store, where they can be read a moment before they are shown. */
  storing: Set<string>
  /** What happened to other sessions: goes along with its own next frame, or without one soon. */
  news: Entry[]
}

export function newChannel(ring: Ring): Channel {
  return {
    ring,
    watcher: null,
    sinks: new Set(),
    visits: 0,
    turn: null,
    ended: null,
    storage: null,
    partial: null,
    beside: new Map(),
    storing: new Set(),
    news: [],
  }
}

export function stateOf({ turn, ended, storage, partial, beside }: Channel): LiveState {
  return {
    turn,
    ended,
    storage,
    partial: contentOf(partial),
    beside: [...beside.values()].map((each) => ({ ...each, partial: contentOf(each.partial) })),
  }
}

function contentOf(partial: LivePartial | null): Snapshot['partial'] {
  if (!partial) return null
  const { message_id, model, draft } = partial
  return { message_id, model, content: draftContent(draft) }
}

/** Nobody would miss it. */
export function isIdle(channel: Channel): boolean {
  return channel.turn === null && channel.beside.size === 0 && channel.sinks.size === 0 && channel.storing.size === 0
}

/** After the news that wait: their frames are older, and ids ascend on a stream. */
export function deliver(channel: Channel, own: readonly Entry[]): void {
  const entries = channel.news.length > 0 ? channel.news.splice(0).concat(own) : own
  if (entries.length === 0) return
  const batch = channel.ring.push(entries)
  for (const sink of channel.sinks) sink(batch, entries)
}
