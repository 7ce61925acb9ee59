import { routes } from '../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/shares/preview', {
  async POST({ principal, params, body, server: { shares } }) {
    return await shares.preview(principal, params.id, await body())
  },
})
