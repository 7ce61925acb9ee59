import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/shares/{id}/snapshot', {
  async PUT({ principal, params, body, server: { shares } }) {
    return await shares.republish(principal, params.id, await body())
  },
})
