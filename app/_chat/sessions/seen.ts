import type { SessionSummary } from '#lib/canonical/session.ts'
import { serverNow } from '../../_client/server-clock.ts'

/** What somebody has seen in this browser: the end of the latest turn of each chat they looked at. */
interface Seen {
  /** What ended before this counts as seen: the first visit is not a list of rings. */
  since: string
  chats: Readonly<Record<string, string>>
}

const KEY = 'seen'
const MOST_CHATS = 500

let seen: Seen | null = null
const listeners = new Set<() => void>()

/** What has come of a chat that nobody has looked at since; `null` where nothing has. */
export function unseenOf({ id, turn }: Pick<SessionSummary, 'id' | 'turn'>, known: Seen): 'failed' | 'unread' | null {
  if (!turn?.ended_at || turn.ended_at <= known.since || turn.ended_at <= (known.chats[id] ?? '')) return null
  if (turn.state === 'failed') return 'failed'
  return turn.state === 'completed' ? 'unread' : null
}

export function markSeen(id: string, endedAt: string): void {
  const known = readSeen()
  if (endedAt <= known.since || endedAt <= (known.chats[id] ?? '')) return
  write(bounded({ ...known, chats: { ...known.chats, [id]: endedAt } }))
}

export function readSeen(): Seen {
  if (seen) return seen
  const stored = parse(storedText())
  seen = stored ?? { since: new Date(serverNow()).toISOString().replace('Z', '000Z'), chats: {} }
  if (!stored) keep(seen)
  return seen
}

/** On the server, and while the page begins: everything is seen. */
const NOTHING: Seen = { since: '\uFFFF', chats: {} }
export const allSeen = () => NOTHING

export function subscribeSeen(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/** Another tab has looked at a chat. */
function onStorage(event: StorageEvent): void {
  if (event.key !== KEY) return
  seen = null
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** The oldest are let go of, and count as seen from then on. */
function bounded({ since, chats }: Seen): Seen {
  const byTime = Object.entries(chats).sort(([, one], [, other]) => (one < other ? 1 : -1))
  const [dropped] = byTime.slice(MOST_CHATS)
  if (!dropped) return { since, chats }
  return { since: dropped[1], chats: Object.fromEntries(byTime.slice(0, MOST_CHATS)) }
}

function write(next: Seen): void {
  seen = next
  keep(next)
  tell()
}

/** Storage may be full or forbidden: then it holds as long as the page. */
function keep(next: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    return
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function parse(text: string | null): Seen | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    const { since, chats } = (stored ?? {}) as { since?: unknown; chats?: unknown }
    return typeof since === 'string' && typeof chats === 'object' && chats !== null ? (stored as Seen) : null
  } catch {
    return null
  }
}
