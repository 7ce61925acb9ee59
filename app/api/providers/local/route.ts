import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/providers/local', {
  async GET({ server: { providers } }) {
    return { servers: await providers.localServers() }
  },
})
