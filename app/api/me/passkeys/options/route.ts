import { routes } from '../../../../_http/route.ts'
import { passkeysOf, signedInOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/passkeys/options', {
  async POST({ body, signedIn, from, browser, keepBrowser, server }) {
    const passkeys = passkeysOf(server)
    const { password } = await body()
    const asked = await passkeys.askForNew(signedInOf(signedIn), password, { ...from, browser })
    keepBrowser(asked.browser)
    return { ...asked.options }
  },
})
