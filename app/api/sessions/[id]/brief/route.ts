import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/brief', {
  async POST({ principal, params: { id }, body, until, server: { briefs } }) {
    return briefs.draft(principal, id, await body(), until)
  },

  async PUT({ principal, params: { id }, body, server: { briefs } }) {
    return briefs.apply(principal, id, await body())
  },

  async DELETE({ principal, params: { id }, server: { briefs } }) {
    return briefs.undo(principal, id)
  },
})
