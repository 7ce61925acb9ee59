import { Decimal } from 'decimal.js'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'
import type { TokenUsage } from '../../canonical/usage.ts'

/** xAI's unit: 10^-10 dollars (wire-rule 200). */
const TICKS_PER_DOLLAR = 1e10
/** A figure beyond it is no bill. */
const MOST_DOLLARS = 1e6

/** Tiers that cost what the price table says. */
const ORDINARY_TIERS: ReadonlySet<string> = new Set(['default', 'standard', 'auto', 'on_demand'])

/**
 * What the host itself says that it billed, tools and discounts in: kept beside our own figure, never instead of it
 * (wire-rules 101, 200, 202, 203). `hasCost`: it is known to mean dollars by `cost`.
 */
export function billed(usage: JsonObject, hasCost: boolean): Pick<TokenUsage, 'billed_usd'> {
  const { cost_in_usd_ticks: ticks, cost } = usage
  const total = isJsonObject(cost) ? cost.total_cost : cost
  const dollars = isFigure(ticks) ? new Decimal(ticks).div(TICKS_PER_DOLLAR) : hasCost && isFigure(total) ? total : null
  if (dollars === null) return {}
  const sum = new Decimal(dollars).plus(paidElsewhere(usage))
  return sum.gte(MOST_DOLLARS) ? {} : { billed_usd: sum.toFixed() }
}

/** With a key of one's own OpenRouter bills its fee, and the provider behind it the rest. */
function paidElsewhere({ is_byok, cost_details }: JsonObject): number {
  const upstream = isJsonObject(cost_details) ? cost_details.upstream_inference_cost : undefined
  return is_byok === true && isFigure(upstream) ? upstream : 0
}

/** Where the answer came at another price than the ordinary one. */
export function servedTier(tier: JsonValue | undefined): Pick<TokenUsage, 'service_tier'> {
  return typeof tier === 'string' && /^[\w-]{1,40}$/.test(tier) && !ORDINARY_TIERS.has(tier)
    ? { service_tier: tier }
    : {}
}

function isFigure(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && value >= 0
}
