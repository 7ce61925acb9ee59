import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/all', {
  async GET({ principal, server: { allSessions } }) {
    return allSessions.overview(principal)
  },

  async DELETE({ principal, query, server: { allSessions } }) {
    return allSessions.delete(principal, query.chats)
  },
})
