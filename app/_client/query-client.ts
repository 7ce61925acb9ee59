import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/** Asked for, and never answered yet: what is on its way may have been read before the deed that makes it out of date. */
const isFirstOnItsWay = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'

/**
 * A query client that forgets no invalidation. The library takes a first answer that is still on its way for the
 * answer to it, and believes it for good (TanStack/query#8530, #11526; seen 2026-11-28 with 5.108): who gave a file
 * while the list of files was loading never saw it. Here such a query shows what comes and is asked once more then,
 * once for however many deeds there were. To call the first off in its place would show nothing for as long as
 * deeds follow one another.
 */
export class PageQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache().findAll(filters).filter(isFirstOnItsWay)
    // Of what is on its way, this asks for nothing.
    const answered = Promise.allSettled(first.map((query) => query.fetch()))
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await answered
    const isOld = (query: Query) => first.includes(query) && query.state.fetchStatus === 'idle'
    await super.invalidateQueries({ ...filters, predicate: isOld }, options)
  }
}
