import { routes } from '../../_http/route.ts'
import { signedInOf, signInOf } from '../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-out', {
  async POST({ body, signedIn, from, keepToken, server }) {
    const who = signedInOf(signedIn)
    const { everywhere } = await body()
    await signInOf(server).end(who, everywhere ? 'all' : { id: who.session.id }, from)
    keepToken(null)
    return undefined
  },
})
