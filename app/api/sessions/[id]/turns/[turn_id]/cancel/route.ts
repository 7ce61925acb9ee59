import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/turns/{turn_id}/cancel', {
  async POST({ principal, params, server: { store, turns } }) {
    // Without the store: it may be what the turn is waiting for.
    if (turns.cancel(principal, params.id, params.turn_id)) return {}
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    // Over already is fine; a turn that never was is not.
    const known = await store.events(params.id, { turn_id: params.turn_id })
    if (known.length === 0) throw notFound('the turn')
    return {}
  },
})
