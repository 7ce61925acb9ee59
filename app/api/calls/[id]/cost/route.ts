import { costAnswer } from '../../../../_http/explained-cost.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/calls/{id}/cost', {
  async GET({ principal, params: { id }, server: { callCosts } }) {
    const explained = await callCosts.explain(principal, id)
    if (!explained) throw notFound('the call')
    return costAnswer(explained)
  },
})
