import { routes } from '../../../_http/route.ts'
import { leftChatsOf, peopleOf, teamsOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/people', {
  async GET({ server }) {
    const people = peopleOf(server)
    const [all, removed, teams, invitations] = await Promise.all([
      people.list(),
      leftChatsOf(server).list(),
      teamsOf(server).list(),
      people.invitations(),
    ])
    return {
      people: all,
      removed,
      teams,
      invitations: invitations.map(({ team_id: _team, ...invitation }) => invitation),
    }
  },
})
