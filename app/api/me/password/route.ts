import { routes } from '../../../_http/route.ts'
import { signedInOf, signInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/password', {
  async POST({ body, signedIn, from, server }) {
    await signInOf(server).changePassword(signedInOf(signedIn), await body(), from)
    return undefined
  },
})
