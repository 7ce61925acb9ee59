import { notFound } from '../../../../_http/http-error.ts'
import { messagePage } from '../../../../_http/message-page.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/messages', {
  async GET({ principal, params, query, server: { store } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    const page = await store.pathPage(params.id, query)
    return { ...(await messagePage(store, params.id, page.items)), next: page.next }
  },
})
