import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/** How long the parts of a page that come one behind the other have an answer together, in place of one each. */
export const SHARED_MS = 10_000

/** On its way, and not begun anew by the library: what has no data yet, and what nobody looks at just now. */
const isLeftAlone = (query: Query) =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive())

/**
 * A query client that forgets no invalidation. The library takes such an answer, read before the deed, for the
 * answer to it, and believes it for good (TanStack/query#8530, #11526; seen 2026-11-28 with 5.108): who gave a file
 * while the list of files was loading never saw it. Here such a query shows what comes and is asked once more then,
 * once for however many deeds there were. To call it off in its place would show nothing for as long as
 * deeds follow one another.
 */
export class PageQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const old = this.getQueryCache().findAll(filters).filter(isLeftAlone)
    // Of what is on its way, this asks for nothing.
    const answered = Promise.allSettled(old.map((query) => query.fetch()))
    await super.invalidateQueries(filters, options)
    if (old.length === 0) return
    await answered
    const isOutdated = (query: Query) => old.includes(query) && query.state.fetchStatus === 'idle'
    await super.invalidateQueries({ ...filters, predicate: isOutdated }, options)
  }
}
