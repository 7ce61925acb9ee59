import { notFound } from '../../../../../_http/http-error.ts'
import { routes } from '../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/messages/outline', {
  async GET({ principal, params, query, server: { store } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    return { messages: await store.outline(params.id, query.before) }
  },
})
