import { standingAnswer } from '../../../_http/budget.ts'
import { once } from '../../../_http/idempotency-key.ts'
import { routes } from '../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/admin/budgets', {
  async GET({ server: { budgets } }) {
    const listed = await budgets.list()
    return {
      budgets: listed.map(({ budget, standings, share_count }) => {
        return { ...budget, standings: standings.map(standingAnswer), share_count }
      }),
    }
  },

  async POST({ principal, request, body, server: { budgets, idempotency } }) {
    const said = await body()
    return await once(request, idempotency, { principal, scope: 'budget', said }, (key) =>
      budgets.add(principal, said, key),
    )
  },
})
