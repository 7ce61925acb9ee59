import { routes } from '../../../../_http/route.ts'
import { passkeysOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-in/passkey/options', {
  async POST({ from, browser, keepBrowser, server }) {
    const asked = await passkeysOf(server).askForOne({ ...from, browser })
    keepBrowser(asked.browser)
    return { ...asked.options }
  },
})
