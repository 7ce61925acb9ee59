import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/health', {
  async GET({ server }) {
    return { ok: true as const, version: server.version }
  },
})
