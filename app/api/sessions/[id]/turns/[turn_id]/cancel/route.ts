import { notFound } from '../../../../../../_http/http-error.ts'
import { routes } from '../../../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/turns/{turn_id}/cancel', {
  async POST({ params, server: { store, turns } }) {
    if (turns.cancel(params.id, params.turn_id)) return {}
    // Over already is fine; a turn that never was is not.
    const known = await store.events(params.id, { turn_id: params.turn_id })
    if (known.length === 0) throw notFound('the turn')
    return {}
  },
})
