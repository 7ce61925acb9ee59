import { once } from '../../../../_http/idempotency-key.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/fork', {
  async POST({ principal, request, params, body, server: { sessions, idempotency } }) {
    const said = await body()
    return await once(request, idempotency, { principal, scope: `fork ${params.id}`, said }, async (key) => ({
      id: await sessions.fork(principal, params.id, said, key),
    }))
  },
})
