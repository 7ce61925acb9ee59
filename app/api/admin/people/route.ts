import { routes } from '../../../_http/route.ts'
import { peopleOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people', {
  async GET({ server }) {
    const people = peopleOf(server)
    const [all, invitations] = await Promise.all([people.list(), people.invitations()])
    return { people: all, invitations: invitations.map(({ team_id: _team, ...invitation }) => invitation) }
  },
})
