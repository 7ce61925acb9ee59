import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/providers/{id}/test', {
  async POST({ params: { id }, body, server: { providers } }) {
    return await providers.try(id, await body())
  },
})
