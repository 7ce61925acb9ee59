import type { ChatNextCosts, NextCostOfModel } from '#lib/session/next-costs.ts'
import { costLine } from '../../../../_http/explained-cost.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/sessions/{id}/next-cost', {
  async GET({ principal, params: { id }, query: { models }, server: { nextCosts } }) {
    const costs = await nextCosts.of(principal, id, models)
    if (!costs) throw notFound('the session')
    return { at: costs.at, models: costs.models.map(asModel), left_out: costs.left_out.map(asLeftOut) }
  },
})

function asModel({ id, chosen, input_tokens, floor, cached, without_cache, range }: NextCostOfModel) {
  const { cost_usd, state, pricing_version, price_of, lines } = floor
  const cache = cached && { ...cached, cost_usd_after: without_cache?.cost_usd ?? null }
  const free = cost_usd !== null && lines.every(({ rate_usd }) => Number(rate_usd) === 0)
  const bill = { cost_usd, state, free, pricing_version, price_of, lines: lines.map(costLine) }
  return { model: id, chosen, input_tokens, ...bill, cache, range }
}

function asLeftOut({ id, rejection, reason }: ChatNextCosts['left_out'][number]) {
  return { model: id, rejection, reason }
}
