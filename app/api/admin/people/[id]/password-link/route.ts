import { routes } from '../../../../../_http/route.ts'
import { actorOf, linkOf, peopleOf } from '../../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people/{id}/password-link', {
  async POST({ principal, params, from, server }) {
    return linkOf(await peopleOf(server).passwordLink(actorOf(principal, from), params.id))
  },
})
