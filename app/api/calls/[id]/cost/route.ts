import type { ExplainedCost } from '#lib/session/call-costs.ts'
import { notFound } from '../../../../_http/http-error.ts'
import { routes } from '../../../../_http/route.ts'

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes('/api/calls/{id}/cost', {
  async GET({ principal, params: { id }, server: { callCosts } }) {
    const explained = await callCosts.explain(principal, id)
    if (!explained) throw notFound('the call')
    const { call, lines, repriced, ...cost } = explained
    const provider_cost_usd = call.usage?.billed_usd
    return {
      ...cost,
      lines: lines.map(asLine),
      ...(provider_cost_usd !== undefined && { provider_cost_usd }),
      ...(repriced && { repriced: asRepriced(repriced) }),
    }
  },
})

function asLine({ bucket, count, per, rate_usd, usd, source }: ExplainedCost['lines'][number]) {
  const rest = { bucket, usd, source }
  if (per === 1) return { ...rest, requests: count, rate_usd }
  return per === 1_000
    ? { ...rest, uses: count, rate_per_1000_usd: rate_usd }
    : { ...rest, tokens: count, rate_per_mtok_usd: rate_usd }
}

function asRepriced({ reprice, cost_usd, state, lines }: NonNullable<ExplainedCost['repriced']>) {
  const { pricing_version, author, created_at, reason } = reprice
  return { pricing_version, cost_usd, state, lines: lines.map(asLine), by: author, at: created_at, reason }
}
