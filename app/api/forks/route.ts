import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/forks', {
  async POST({ principal, request, from, body, server: { sharedLinks, idempotency } }) {
    const { token, password, proof } = await body()
    const holder = { token, principal, address: from.address, password, proof }
    return await once(request, idempotency, { principal, scope: 'fork of a share', said: { token } }, async (key) => ({
      id: await sharedLinks.fork(holder, key),
    }))
  },
})
