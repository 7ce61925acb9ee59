import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/shares/{id}', {
  async DELETE({ principal, params, server: { shares } }) {
    await shares.revoke(principal, params.id)
    return undefined
  },
})
