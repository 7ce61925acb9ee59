import { routes } from '../../_http/route.ts'
import { actorOf, peopleOf } from '../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me', {
  async GET({ principal, signedIn }) {
    return { role: principal.role, person: signedIn?.person ?? null }
  },

  async PATCH({ principal, body, from, server }) {
    const people = peopleOf(server)
    await people.rename(actorOf(principal, from), (await body()).name)
    return undefined
  },
})
