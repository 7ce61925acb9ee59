import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/switch-preview', {
  async POST({ principal, params: { id }, body, server: { switchPreviews } }) {
    const { model, text } = await body()
    const preview = await switchPreviews.of(principal, id, model, text)
    if (!preview) throw notFound('the session')
    return preview
  },
})
