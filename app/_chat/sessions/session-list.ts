import type { SessionSummary } from '#lib/canonical/session.ts'
import type { SessionPages } from '../../_client/use-api.ts'

/** Puts what was learned of one session into the loaded pages, where it belongs by its time: the newest comes first. */
export function upsertSession(data: SessionPages | undefined, session: SessionSummary): SessionPages | undefined {
  if (!data) return data
  const known = data.pages.flatMap((page) => page.sessions).find((other) => other.id === session.id)
  const { id, title, active_model, state, updated_at, cost_usd, unpriced_calls } = session
  const { pinned, archived, folder, tags, temporary, turn } = session
  const place = { pinned, archived, folder, tags, temporary, turn }
  const summary = { id, title, active_model, state, updated_at, cost_usd, unpriced_calls, ...place }
  if (known && known.updated_at >= updated_at) {
    return mapSessions(data, (other) => (other.id === id ? { ...summary, updated_at: known.updated_at } : other))
  }
  const inserted = insertSession(data, summary)
  return known ? filterSessions(inserted, (other) => other.id !== id || other === summary) : inserted
}

function insertSession(data: SessionPages, session: SessionSummary): SessionPages {
  const at = data.pages.findIndex((page) => page.sessions.some((other) => other.updated_at <= session.updated_at))
  const target = data.pages[at] ?? data.pages.at(-1)
  // Older than all that is loaded: its page will bring it.
  if (!target || (at === -1 && target.next !== null)) return data
  const before = target.sessions.findIndex((other) => other.updated_at <= session.updated_at)
  const sessions = target.sessions.toSpliced(before === -1 ? target.sessions.length : before, 0, session)
  return { ...data, pages: data.pages.map((page) => (page === target ? { ...page, sessions } : page)) }
}

export function removeSession(data: SessionPages | undefined, id: string): SessionPages | undefined {
  return data && filterSessions(data, (session) => session.id !== id)
}

function filterSessions(data: SessionPages, keep: (session: SessionSummary) => boolean): SessionPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, sessions: page.sessions.filter(keep) })) }
}

function mapSessions(data: SessionPages, change: (session: SessionSummary) => SessionSummary): SessionPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, sessions: page.sessions.map(change) })) }
}
