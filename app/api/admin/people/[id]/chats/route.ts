import { askedFormat, exportAnswer } from '../../../../../_http/export-file.ts'
import { routes } from '../../../../../_http/route.ts'
import { actorOf, leftChatsOf } from '../../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people/{id}/chats', {
  async GET({ request, principal, params, query, from, until, server }) {
    await leftChatsOf(server).noteExport(actorOf(principal, from), params.id)
    const format = await askedFormat(request, query, server)
    const file = await server.exports.everything(params.id, format)
    return exportAnswer(request, server.exportRuns.ending(file, until))
  },

  async PATCH({ principal, params, body, from, server }) {
    const { owner_id } = await body()
    return { chats: await leftChatsOf(server).handOver(actorOf(principal, from), params.id, owner_id) }
  },

  async DELETE({ principal, params, from, server }) {
    return { chats: await leftChatsOf(server).delete(actorOf(principal, from), params.id) }
  },
})
