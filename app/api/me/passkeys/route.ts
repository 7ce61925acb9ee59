import { routes } from '../../../_http/route.ts'
import { passkeysOf, signedInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/passkeys', {
  async POST({ body, signedIn, from, browser, server }) {
    const passkeys = passkeysOf(server)
    return await passkeys.add(signedInOf(signedIn), await body(), { ...from, browser })
  },
})
