import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'
import { actorOf, peopleOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/invitations/{id}', {
  async DELETE({ principal, params, from, server }) {
    if (!(await peopleOf(server).withdraw(actorOf(principal, from), params.id))) throw notFound('the link')
    return undefined
  },
})
