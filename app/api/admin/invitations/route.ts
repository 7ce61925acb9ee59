import { routes } from '../../../_http/route.ts'
import { actorOf, linkOf, peopleOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/invitations', {
  async POST({ principal, body, from, server }) {
    const { role, email = null } = await body()
    return linkOf(await peopleOf(server).invite(actorOf(principal, from), { role, email }))
  },
})
