import { notFound } from '../../../../../../_http/http-error.ts'
import { messagePage } from '../../../../../../_http/message-page.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/siblings',
  {
    async GET({ principal, params, query, server: { store } }) {
      if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
      const siblings = await store.siblings(params.id, params.message_id, query.limit)
      if (!siblings) throw notFound('the message')
      const { items, ...place } = siblings
      return { ...(await messagePage(store, params.id, items)), ...place }
    },
  },
)
