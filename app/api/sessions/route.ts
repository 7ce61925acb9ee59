import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions', {
  async GET({ principal, query, server: { store, turns } }) {
    const page = await store.sessions(principal, query)
    return { sessions: page.items.map((session) => turns.asShown(session)), next: page.next }
  },

  async POST({ principal, request, body, server: { sessions, idempotency } }) {
    const fields = await body()
    return await once(request, idempotency, { principal, scope: 'session', said: fields }, async (key) => ({
      id: await sessions.create(principal, fields, key),
    }))
  },
})
