import { once } from '../../../_http/idempotency-key.ts'
import { routes } from '../../../_http/route.ts'

/** Fifty thousand models with all that can be said of them. */
const BODY_LIMIT = 32_000_000

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/prices', {
  async GET({ server: { prices } }) {
    return { versions: await prices.list(), in_force: prices.inForce }
  },

  async POST({ principal, request, body, server: { prices, idempotency } }) {
    const said = await body(BODY_LIMIT)
    return await once(request, idempotency, { principal, scope: 'prices', said }, (key) =>
      prices.publish(principal, said, key),
    )
  },
})
