import { notFound } from '../../../../../_http/http-error.ts'
import { routes } from '../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/switch-preview/request', {
  async POST({ principal, params: { id }, body, server: { switchPreviews } }) {
    const wire = await switchPreviews.requestTo(principal, id, (await body()).model)
    if (!wire) throw notFound('the session')
    return wire
  },
})
