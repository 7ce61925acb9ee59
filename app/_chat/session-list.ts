import type { SessionSummary } from '#lib/canonical/session.ts'
import type { SessionPages } from './use-api.ts'

/** Puts what was learned of one session into the loaded pages: a new or newer one comes first. */
export function upsertSession(data: SessionPages | undefined, session: SessionSummary): SessionPages | undefined {
  const [first, ...rest] = data?.pages ?? []
  if (!data || !first) return data
  const known = data.pages.flatMap((page) => page.sessions).find((other) => other.id === session.id)
  const { id, title, active_model, state, updated_at, cost_usd } = session
  const summary = { id, title, active_model, state, updated_at, cost_usd }
  if (known && known.updated_at >= updated_at) {
    return mapSessions(data, (other) => (other.id === id ? { ...summary, updated_at: known.updated_at } : other))
  }
  const without = removeSession(data, id)?.pages ?? [first, ...rest]
  const [head, ...tail] = without
  return head ? { ...data, pages: [{ ...head, sessions: [summary, ...head.sessions] }, ...tail] } : data
}

export function removeSession(data: SessionPages | undefined, id: string): SessionPages | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, sessions: page.sessions.filter((session) => session.id !== id) })),
    }
  )
}

function mapSessions(data: SessionPages, change: (session: SessionSummary) => SessionSummary): SessionPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, sessions: page.sessions.map(change) })) }
}
