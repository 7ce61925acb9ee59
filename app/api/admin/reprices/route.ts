import { once } from '../../../_http/idempotency-key.ts'
import { repriceAnswer } from '../../../_http/reprice.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/reprices', {
  async GET({ server: { reprices } }) {
    return { reprices: (await reprices.list()).map(repriceAnswer) }
  },

  async POST({ principal, request, body, server: { reprices, idempotency } }) {
    const { dry_run, ...said } = await body()
    if (dry_run) return await reprices.dryRun(principal, said, request.signal)
    const begun = await once(request, idempotency, { principal, scope: 'reprices', said }, (key) =>
      reprices.begin(principal, said, key),
    )
    return Response.json(begun, { status: 202 })
  },
})
