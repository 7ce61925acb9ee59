import { ownBudgetAnswer } from '../../_http/budget.ts'
import { routes } from '../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/budgets', {
  async GET({ principal, server: { budgets } }) {
    return { budgets: (await budgets.standings(principal)).map(ownBudgetAnswer) }
  },
})
