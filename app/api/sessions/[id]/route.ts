import { HttpError, notFound } from '../../../_http/http-error.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}', {
  async GET({ principal, params, server: { store, turns } }) {
    const session = await store.sessionOf(principal, params.id)
    if (!session) throw notFound('the session')
    return turns.asShown(session)
  },

  async PATCH({ principal, params, body, server: { sessions } }) {
    const changed = await sessions.change(principal, params.id, await body())
    if (changed.ok) return changed.session
    const { reason, options } = changed.refusal
    throw new HttpError('swap_refused', reason, { reason, options })
  },

  async DELETE({ principal, params, server: { sessions } }) {
    if (!(await sessions.delete(principal, params.id))) throw notFound('the session')
    return undefined
  },
})
