import { routes } from '../../../_http/route.ts'
import { passkeysOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-in/passkey', {
  async POST({ body, signedIn, from, browser, keepToken, server }) {
    const passkeys = passkeysOf(server)
    const { token, person } = await passkeys.signIn(await body(), { ...from, browser }, signedIn)
    keepToken(token)
    return person
  },
})
