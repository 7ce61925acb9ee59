import { callAnswer, explainedCall } from '../../../../_http/explained-cost.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/calls', {
  async GET({ principal, params: { id }, query: { turn_id }, server: { callCosts } }) {
    if (turn_id === undefined) {
      const calls = await callCosts.ofSession(principal, id)
      if (!calls) throw notFound('the session')
      return { calls: calls.map(callAnswer) }
    }
    const explained = await callCosts.ofTurn(principal, id, turn_id)
    if (!explained) throw notFound('the session')
    return { calls: explained.map(explainedCall) }
  },
})
