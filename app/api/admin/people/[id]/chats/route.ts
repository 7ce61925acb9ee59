import { routes } from '../../../../../_http/route.ts'
import { actorOf, leftChatsOf } from '../../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people/{id}/chats', {
  async PATCH({ principal, params, body, from, server }) {
    const { owner_id } = await body()
    return { chats: await leftChatsOf(server).handOver(actorOf(principal, from), params.id, owner_id) }
  },

  async DELETE({ principal, params, from, server }) {
    return { chats: await leftChatsOf(server).delete(actorOf(principal, from), params.id) }
  },
})
