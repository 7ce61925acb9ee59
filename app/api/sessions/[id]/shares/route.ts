import { once } from '../../../../_http/idempotency-key.ts'
import { routes } from '../../../../_http/route.ts'
import { shareUrl } from '../../../../_http/share.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/shares', {
  async POST({ principal, request, params, body, server }) {
    const { shares, idempotency } = server
    const { password = null, ...said } = await body()
    // What is kept of the request says nothing of the password, and of its answer nothing of the link.
    const kept = { principal, scope: `share ${params.id}`, said: { ...said, has_password: password !== null } }
    const { id } = await once(request, idempotency, kept, async (key) => ({
      id: await shares.publish(principal, params.id, { ...said, password }, key),
    }))
    return { id, url: shareUrl(server, request, await shares.tokenOf(principal, id)) }
  },
})
