import { namedModels } from '#lib/search/named-models.ts'
import { parseSearch } from '#lib/search/search-query.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/search', {
  async GET({ principal, query, server: { store, models, access } }) {
    const { q, cursor, limit, session, time_zone, ...filters } = query
    const mayBeNamed = /\b(by|person|from):/i.test(q)
    const name = (mayBeNamed && (await access?.people.nameOf(principal.id))) || undefined
    const search = parseSearch(q, { ...filters, session_id: session }, time_zone, { name })
    const model_ids = search.model === undefined ? undefined : namedModels(models.list(), search.model)
    const { items, next } = await store.search(principal, { ...search, model_ids }, { cursor, limit })
    return { hits: items, next, ...(search.unread && { unread: [...search.unread] }) }
  },
})
