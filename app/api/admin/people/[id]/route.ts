import { routes } from '../../../../_http/route.ts'
import { actorOf, peopleOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people/{id}', {
  async PATCH({ principal, params, body, from, server }) {
    await peopleOf(server).setRole(actorOf(principal, from), params.id, (await body()).role)
    return undefined
  },

  async DELETE({ principal, params, from, server }) {
    await peopleOf(server).remove(actorOf(principal, from), params.id)
    return undefined
  },
})
