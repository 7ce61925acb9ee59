import { routes } from '../../_http/route.ts'
import { signInOf } from '../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-in', {
  async POST({ body, signedIn, from, keepToken, server }) {
    const signIn = signInOf(server)
    const { token, person } = await signIn.begin(await body(), from, signedIn)
    keepToken(token)
    return person
  },
})
