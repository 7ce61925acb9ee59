import { routes } from '../../../_http/route.ts'
import { actorOf, teamsOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/teams', {
  async POST({ principal, body, from, server }) {
    return await teamsOf(server).add(actorOf(principal, from), (await body()).name)
  },
})
