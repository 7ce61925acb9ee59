import { TURN_BODY_LIMIT } from '#lib/turn/turn-content.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { once } from '../../../../_http/idempotency-key.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/comparisons', {
  async POST({ principal, request, params, body, server: { store, turns, idempotency } }) {
    if (!(await store.sessionOf(principal, params.id))) throw notFound('the session')
    const asked = await body(TURN_BODY_LIMIT)
    return await once(request, idempotency, { principal, scope: `comparison ${params.id}`, said: asked }, (key) =>
      turns.compare(principal, params.id, asked, key),
    )
  },
})
