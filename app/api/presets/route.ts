import { once } from '../../_http/idempotency-key.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/presets', {
  async GET({ principal, server: { presets } }) {
    return { presets: await presets.list(principal) }
  },

  async POST({ principal, request, body, server: { presets, idempotency } }) {
    const said = await body()
    return await once(request, idempotency, { principal, scope: 'preset', said }, (key) =>
      presets.create(principal, said, key),
    )
  },
})
