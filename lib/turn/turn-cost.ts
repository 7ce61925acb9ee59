import { fromPicoDollars } from '../canonical/pico-dollars.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { addCost } from '../pricing/bill.ts'
import type { BilledCall } from '../store/reprice-store.ts'

/** What the calls of turns cost. */
export interface CallsCost {
  /** Of what has a price: a decimal string in US dollars, `null` where nothing has. */
  usd: string | null
  /** Calls of which something has no price: above zero, it is at least so much. */
  unpriced_calls: number
}

export const NO_COST: CallsCost = { usd: '0', unpriced_calls: 0 }

/** As they were billed. */
export function costAsBilled(calls: readonly BilledCall[]): CallsCost {
  return sumOf(
    calls.map(({ usage, cost_picousd, cost_state }) => {
      const usd = cost_picousd === null ? null : fromPicoDollars(0n, cost_picousd)
      return { usd, unpriced_calls: usage !== null && (usd === null || cost_state === 'partial') ? 1 : 0 }
    }),
  )
}

/**
 * What they would have cost with another model, by its price of that moment: the same tokens, as if it counted and wrote alike.
 * A tier of service is an offer of the host that was asked, and of no other.
 */
export function costElsewhere(
  calls: readonly BilledCall[],
  model: string,
  models: Pick<ModelDirectory, 'bill' | 'answered'>,
): CallsCost {
  return sumOf(
    calls.map(({ usage, started_at }) => {
      if (!usage) return { usd: null, unpriced_calls: 0 }
      const { service_tier: _offered, ...counted } = usage
      const { cost_usd: usd, state } = models.bill(counted, models.answered(model, model), started_at)
      return { usd, unpriced_calls: state === 'partial' || state === 'unpriced' ? 1 : 0 }
    }),
  )
}

export function addCosts(one: CallsCost, other: CallsCost): CallsCost {
  const usd = one.usd === null && other.usd === null ? null : addCost(one.usd ?? '0', other.usd)
  return { usd, unpriced_calls: one.unpriced_calls + other.unpriced_calls }
}

/** Zero beside something unpriced looks free. */
function sumOf(costs: readonly CallsCost[]): CallsCost {
  const isUnpriced = costs.some(({ unpriced_calls }) => unpriced_calls > 0)
  const isPriced = costs.some(({ usd }) => usd !== null)
  return costs.reduce(addCosts, isUnpriced && !isPriced ? { usd: null, unpriced_calls: 0 } : NO_COST)
}
