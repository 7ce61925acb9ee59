import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  '/api/sessions/{id}/deletions/{deletion_id}/restore',
  {
    async POST({ principal, params, server: { sessions } }) {
      const { message_ids } = await sessions.restoreMessages(principal, params.id, params.deletion_id)
      return { restored: message_ids.length }
    },
  },
)
