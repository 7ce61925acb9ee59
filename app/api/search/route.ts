import { parseSearch } from '#lib/search/search-query.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/search', {
  async GET({ principal, query, server: { store } }) {
    const { q, cursor, limit, session, time_zone, ...filters } = query
    const search = parseSearch(q, { ...filters, session_id: session }, time_zone)
    const { items, next } = await store.search(principal, search, { cursor, limit })
    return { hits: items, next }
  },
})
