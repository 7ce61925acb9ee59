import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'
import { credentialsOf, signedInOf } from '../../../../_http/signing-in.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/me/credentials/{id}', {
  async DELETE({ params, signedIn, from, server }) {
    const credentials = credentialsOf(server)
    if (!(await credentials.remove(signedInOf(signedIn), params.id, from))) throw notFound('what is to be removed')
    return undefined
  },
})
