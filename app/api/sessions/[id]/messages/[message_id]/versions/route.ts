import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/messages/{message_id}/versions',
  {
    async GET({ principal, params, server: { store } }) {
      if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
      const versions = await store.versions(params.id, params.message_id)
      if (!versions) throw notFound('the message')
      return { versions }
    },
  },
)
