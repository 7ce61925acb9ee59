import { routes } from '../../../_http/route.ts'
import { signedInOf, signInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/sessions', {
  async GET({ signedIn, server }) {
    const who = signedInOf(signedIn)
    const sessions = await signInOf(server).sessions(who)
    return {
      sessions: sessions.map(({ user_id: _own, ...session }) => ({
        ...session,
        is_current: session.id === who.session.id,
      })),
    }
  },

  async DELETE({ signedIn, from, server }) {
    const who = signedInOf(signedIn)
    return { ended: await signInOf(server).end(who, { all_but: who.session.id }, from) }
  },
})
