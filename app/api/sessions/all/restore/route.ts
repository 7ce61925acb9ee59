import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/all/restore', {
  async POST({ principal, body, server: { allSessions } }) {
    const restored = await allSessions.restore(principal, (await body()).at)
    if (restored === 0) throw notFound('a deletion of that time')
    return { restored }
  },
})
