import type { QueryClient } from '@tanstack/react-query'
import type { SessionSummary } from '#lib/canonical/session.ts'
import {
  isWhole,
  LABELS_KEY,
  partOfKey,
  SESSIONS_KEY,
  type SessionPart,
  WHOLE_LIST,
} from '../../_client/session-part.ts'
import type { SessionPages } from '../../_client/use-api.ts'

/** Does what changes lists. One that is on its way may have been read before that: it is asked for again. */
export function changeLists(client: QueryClient, change: () => void): void {
  const asked = client.getQueryCache().findAll({ queryKey: SESSIONS_KEY, fetchStatus: 'fetching' })
  void client.cancelQueries({ queryKey: SESSIONS_KEY, predicate: ({ state }) => state.data !== undefined })
  change()
  void client.invalidateQueries({ queryKey: SESSIONS_KEY, predicate: (query) => asked.includes(query) })
}

/** Tells every list that one session was changed, and the folders where that changes how many are in one, or running there. */
export function updateLists(client: QueryClient, session: SessionSummary): void {
  const known = inLists(client, session.id)
  changeLists(client, () => showInLists(client, session))
  if (known ? placeOf(known) !== placeOf(session) : session.folder !== null) refreshLabels(client)
}

/** As far as it counts in a folder. */
function placeOf({ archived, folder, state }: SessionSummary): string {
  return folder === null ? '' : `${archived} ${state} ${folder}`
}

function inLists(client: QueryClient, id: string): SessionSummary | undefined {
  const lists = client.getQueriesData<SessionPages>({ queryKey: SESSIONS_KEY })
  return lists
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.sessions)
    .find((each) => each.id === id)
}

/** The folders and tags that there are, and how many chats they have, may be others. */
export function refreshLabels(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: LABELS_KEY })
}

/** Shows in every list that is loaded what one session is like. */
export function showInLists(client: QueryClient, session: SessionSummary): void {
  for (const [key] of client.getQueriesData<SessionPages>({ queryKey: SESSIONS_KEY })) {
    client.setQueryData<SessionPages>(key, (data) => upsertSession(data, session, partOfKey(key)))
  }
}

/** A list of which so much is loaded would take long to be asked for anew; the rest comes again as somebody scrolls there. */
const MOST_PAGES = 10

/** Something may have been missed: asks for what is shown again. */
export function refreshLists(client: QueryClient): Promise<void> {
  client.setQueriesData<SessionPages>({ queryKey: SESSIONS_KEY }, (data) =>
    data && data.pages.length > MOST_PAGES
      ? { pages: data.pages.slice(0, MOST_PAGES), pageParams: data.pageParams.slice(0, MOST_PAGES) }
      : data,
  )
  refreshLabels(client)
  return client.invalidateQueries({ queryKey: SESSIONS_KEY })
}

/** Puts what was learned of one session into the loaded pages, where it belongs: pinned ones first, then the newest. */
export function upsertSession(
  data: SessionPages | undefined,
  session: SessionSummary,
  part: SessionPart = WHOLE_LIST,
): SessionPages | undefined {
  if (!data) return data
  if (!belongs(session, part)) return removeSession(data, session.id)
  const known = data.pages.flatMap((page) => page.sessions).find((other) => other.id === session.id)
  const summary = summaryOf(session)
  if (known && known.updated_at >= summary.updated_at && known.pinned === summary.pinned) {
    const { updated_at } = known
    return mapSessions(data, (other) => (other.id === session.id ? { ...summary, updated_at } : other))
  }
  const inserted = insertSession(data, summary)
  return known ? filterSessions(inserted, (other) => other.id !== session.id || other === summary) : inserted
}

function belongs({ temporary, archived, pinned, folder, tags }: SessionSummary, part: SessionPart): boolean {
  if (temporary || archived !== part.archived) return false
  if (isWhole(part)) return folder === null || pinned
  return (part.folder === null || folder === part.folder) && (part.tag === null || tags.includes(part.tag))
}

/** What the list shows, and nothing else of a whole session. */
function summaryOf(session: SessionSummary): SessionSummary {
  const { id, title, active_model, state, updated_at, cost_usd, unpriced_calls } = session
  const { pinned, archived, folder, tags, temporary, turn } = session
  const place = { pinned, archived, folder, tags, temporary, turn }
  return { id, title, active_model, state, updated_at, cost_usd, unpriced_calls, ...place }
}

/** Whether the first stands before the second, or in its place. */
function isBefore(one: SessionSummary, other: SessionSummary): boolean {
  return one.pinned === other.pinned ? one.updated_at >= other.updated_at : one.pinned
}

function insertSession(data: SessionPages, session: SessionSummary): SessionPages {
  const comesAfter = (other: SessionSummary) => isBefore(session, other)
  const at = data.pages.findIndex((page) => page.sessions.some(comesAfter))
  const target = data.pages[at] ?? data.pages.at(-1)
  // Older than all that is loaded: its page will bring it.
  if (!target || (at === -1 && target.next !== null)) return data
  const before = target.sessions.findIndex(comesAfter)
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
