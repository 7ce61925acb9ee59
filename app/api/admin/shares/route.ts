import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/shares', {
  async GET({ server: { shares } }) {
    return await shares.totals()
  },
})
