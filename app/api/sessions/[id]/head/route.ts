import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/head', {
  async PUT({ principal, params, body, server: { sessions } }) {
    const { message_id } = await body()
    return sessions.moveHead(principal, params.id, message_id)
  },
})
