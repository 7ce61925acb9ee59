import type { LlmCall } from '#lib/store/turn-record.ts'
import { costAnswer } from '../../../../_http/explained-cost.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/calls', {
  async GET({ principal, params: { id }, query: { turn_id }, server: { callCosts } }) {
    if (turn_id === undefined) {
      const calls = await callCosts.ofSession(principal, id)
      if (!calls) throw notFound('the session')
      return { calls: calls.map(asCall) }
    }
    const explained = await callCosts.ofTurn(principal, id, turn_id)
    if (!explained) throw notFound('the session')
    return { calls: explained.map((each) => ({ ...asCall(each.call), cost: costAnswer(each) })) }
  },
})

function asCall(call: LlmCall) {
  const { id, turn_id, started_at, attempt, outcome, error_class, usage, cost_usd, cost_state, cache_saved_usd } = call
  return {
    id,
    turn_id,
    started_at,
    model: call.model_served ?? call.model_asked,
    attempt,
    outcome,
    error_class,
    tokens: usage && {
      input_tokens: usage.input_tokens,
      output_tokens: usage.output_tokens,
      cached_input_tokens: usage.cached_input_tokens,
      cache_creation_input_tokens: usage.cache_creation_input_tokens,
    },
    cost_usd,
    state: cost_state,
    cache_saved_usd,
  }
}
