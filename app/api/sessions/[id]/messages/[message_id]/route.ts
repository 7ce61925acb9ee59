import { routes } from '../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/messages/{message_id}', {
  async DELETE({ principal, params, query, server: { sessions } }) {
    const { deletion_id, message_ids } = await sessions.deleteMessages(
      principal,
      params.id,
      params.message_id,
      query.extent,
    )
    return { deletion_id, deleted: message_ids.length }
  },
})
