import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/portability', {
  async GET({ principal, params: { id }, request, server: { portabilities } }) {
    const found = await portabilities.of(principal, id, request.signal)
    if (!found) throw notFound('the session')
    return found
  },
})
