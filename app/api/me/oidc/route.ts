import { routes } from '../../../_http/route.ts'
import { oidcOf, signedInOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/oidc', {
  async POST({ body, signedIn, from, browser, keepBrowser, server }) {
    const oidc = oidcOf(server)
    const { password } = await body()
    const sent = await oidc.beginLink(signedInOf(signedIn), password, { ...from, browser })
    keepBrowser(sent.browser)
    return { url: sent.url }
  },
})
