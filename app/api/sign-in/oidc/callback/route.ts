import { HttpError } from '../../../../_http/http-error.ts'
import { asHttpError } from '../../../../_http/refusal.ts'
import { routes } from '../../../../_http/route.ts'
import { oidcOf } from '../../../../_http/signing-in.ts'
import { arrivalPage, problemOf, problemPage } from '../../../../_people/oidc-return.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sign-in/oidc/callback', {
  async GET({ request, signedIn, from, browser, keepToken, server }) {
    const oidc = oidcOf(server)
    try {
      const answer = new URL(request.url).searchParams
      const arrival = await oidc.finish(answer, { ...from, browser }, signedIn)
      if (arrival === 'linked') return leadTo('/settings/account')
      keepToken(arrival.session.token)
      return leadTo(arrivalPage(arrival.next))
    } catch (cause) {
      const refusal = asHttpError(cause)
      const problem = refusal instanceof HttpError ? problemOf(refusal) : null
      if (problem === null) throw cause
      return leadTo(problemPage(problem, { isSignedIn: signedIn !== null }))
    }
  },
})

/** Nothing of the address that is left is told to the next page. */
function leadTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } })
}
