import { routes } from '../../../_http/route.ts'
import { credentialsOf, signedInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/credentials', {
  async GET({ signedIn, server }) {
    const credentials = credentialsOf(server)
    return { credentials: await credentials.list(signedInOf(signedIn)) }
  },
})
