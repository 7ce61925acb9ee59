import type { ErrorClass, ErrorReason } from '../canonical/error.ts'
import type { Usage } from '../canonical/usage.ts'
import type { Bill } from './bill.ts'

/**
 * How much is known of what a call costs: all of it; all, by tokens that we counted ourselves; a lower bound, for something
 * that was counted has no rate; nothing, for its model has no price; nothing, for nobody saw its end and it may have been billed.
 */
export type CostState = Bill['state'] | 'unknown'

/** What of a bill is kept with an answer. */
export type CallCost = Pick<Usage, 'cost_usd' | 'pricing_version' | 'cost_state'>

export function costOf({ state, cost_usd, pricing_version }: Bill): CallCost {
  return { cost_usd, pricing_version, ...(state === 'partial' && { cost_state: state }) }
}

/** Refusals cost nothing; what broke off on the way, or was stopped, may be on the provider's bill. */
const MAY_COST: ReadonlySet<ErrorClass> = new Set(['network', 'server_error', 'other', 'cancelled'])

/** Of a call without usage: `null` where it was never answered, and nothing can be due. */
export function stateOfFailure(failure: {
  error_class: ErrorClass | null
  provider_status: number | null
  reason?: ErrorReason | undefined
}): 'unknown' | null {
  const { error_class, provider_status, reason } = failure
  if (provider_status !== null || reason === 'unreachable' || error_class === null) return null
  return MAY_COST.has(error_class) ? 'unknown' : null
}
