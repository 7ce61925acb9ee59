import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/prices/{version}', {
  async GET({ params: { version }, server: { prices } }) {
    const found = await prices.find(version)
    if (!found) throw notFound('the version of the prices')
    return found
  },
})
