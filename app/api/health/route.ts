import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes({
  async GET({ server }) {
    return Response.json({ ok: true, version: server.version })
  },
})
