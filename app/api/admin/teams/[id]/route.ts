import { routes } from '../../../../_http/route.ts'
import { actorOf, teamsOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/teams/{id}', {
  async PATCH({ principal, params, body, from, server }) {
    await teamsOf(server).change(actorOf(principal, from), params.id, await body())
    return undefined
  },

  async DELETE({ principal, params, from, server }) {
    await teamsOf(server).remove(actorOf(principal, from), params.id)
    return undefined
  },
})
