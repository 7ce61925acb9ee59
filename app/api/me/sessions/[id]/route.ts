import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'
import { signedInOf, signInOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/sessions/{id}', {
  async DELETE({ params, signedIn, from, server }) {
    const ended = await signInOf(server).end(signedInOf(signedIn), { id: params.id }, from)
    if (ended === 0) throw notFound('the browser')
    return undefined
  },
})
