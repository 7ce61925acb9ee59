import { routes } from '../../../_http/route.ts'
import { peopleOf, teamsOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people', {
  async GET({ server }) {
    const people = peopleOf(server)
    const [all, teams, invitations] = await Promise.all([people.list(), teamsOf(server).list(), people.invitations()])
    return { people: all, teams, invitations: invitations.map(({ team_id: _team, ...invitation }) => invitation) }
  },
})
