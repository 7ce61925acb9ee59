import { routes } from '../../../_http/route.ts'
import { oidcOf } from '../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-in/oidc', {
  async POST({ body, from, browser, keepBrowser, server }) {
    const oidc = oidcOf(server)
    const sent = await oidc.begin((await body()).next, { ...from, browser })
    keepBrowser(sent.browser)
    return { url: sent.url }
  },
})
