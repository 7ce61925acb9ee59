import type { ExplainedCost } from '#lib/session/call-costs.ts'
import type { LlmCall } from '#lib/store/turn-record.ts'

/** How a cost comes about, as it goes out. */
export function costAnswer({ call, lines, repriced, ...cost }: ExplainedCost) {
  const provider_cost_usd = call.usage?.billed_usd
  return {
    ...cost,
    lines: lines.map(costLine),
    ...(provider_cost_usd !== undefined && { provider_cost_usd }),
    ...(repriced && { repriced: asRepriced(repriced) }),
  }
}

/** A call of a model, as it goes out. */
export function callAnswer(call: LlmCall) {
  const {
    id,
    turn_id,
    message_id,
    request_id,
    started_at,
    attempt,
    outcome,
    error_class,
    usage,
    cost_usd,
    cost_state,
    cache_saved_usd,
  } = call
  return {
    id,
    turn_id,
    message_id,
    request_id,
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

/** A call with how its cost comes about. */
export function explainedCall(explained: ExplainedCost) {
  return { ...callAnswer(explained.call), cost: costAnswer(explained) }
}

/** A line of a bill, as it goes out. */
export function costLine({ bucket, count, per, rate_usd, usd, source }: ExplainedCost['lines'][number]) {
  const rest = { bucket, usd, source }
  if (per === 1) return { ...rest, requests: count, rate_usd }
  return per === 1_000
    ? { ...rest, uses: count, rate_per_1000_usd: rate_usd }
    : { ...rest, tokens: count, rate_per_mtok_usd: rate_usd }
}

function asRepriced({ reprice, cost_usd, state, lines }: NonNullable<ExplainedCost['repriced']>) {
  const { pricing_version, author, created_at, reason } = reprice
  return { pricing_version, cost_usd, state, lines: lines.map(costLine), by: author, at: created_at, reason }
}
