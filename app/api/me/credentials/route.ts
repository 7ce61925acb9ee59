import { routes } from '../../../_http/route.ts'
import { credentialsOf, signedInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/credentials', {
  async GET({ signedIn, server }) {
    const credentials = credentialsOf(server)
    const who = signedInOf(signedIn)
    return { has_password: await credentials.hasPassword(who), credentials: await credentials.list(who) }
  },
})
