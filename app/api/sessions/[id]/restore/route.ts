import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/restore', {
  async POST({ principal, params, server: { sessions } }) {
    const session = await sessions.restore(principal, params.id)
    if (!session) throw notFound('a deleted session of this name')
    return session
  },
})
