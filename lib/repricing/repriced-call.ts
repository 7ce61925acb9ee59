import { toPicoDollars } from '../canonical/pico-dollars.ts'
import { type BillableCall, billOfCall } from '../pricing/bill-of-call.ts'
import type { CostState } from '../pricing/call-cost.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { BilledCall, RepricedCost } from '../store/reprice-store.ts'

/** By what the provider counted, by what was counted here, or by nothing: what the call used is not known. */
export type ComputedFrom = 'reported' | 'estimated' | 'incomplete'

/** What a call costs by a version of the prices, or `null` where that has no price for it, or nothing is known of it. */
export function costBy(table: PriceTable, call: BilledCall): RepricedCost | null {
  const bill = billOfCall(call, table)
  const cost_picousd = bill?.cost_usd == null ? null : toPicoDollars(bill.cost_usd)
  if (!bill || bill.cost_usd === null || cost_picousd === null) return null
  return { call_id: call.id, cost_usd: bill.cost_usd, cost_picousd, cost_state: bill.state }
}

/** Whether it was billed so already: then there is nothing to keep beside it. */
export function isAsBilled(call: BilledCall, cost: RepricedCost, pricing_version: string): boolean {
  const { cost_picousd, cost_state } = cost
  return (
    call.pricing_version === pricing_version && call.cost_picousd === cost_picousd && call.cost_state === cost_state
  )
}

/** More or less than it was billed, or something else is known of it. */
export function isOther(call: BilledCall, cost: RepricedCost): boolean {
  return cost.cost_picousd !== call.cost_picousd || isUnpriced(cost) !== isUnpriced(call)
}

export function computedFrom({ usage }: Pick<BillableCall, 'usage'>): ComputedFrom {
  if (!usage) return 'incomplete'
  return usage.estimated === true ? 'estimated' : 'reported'
}

/** Without a price, or with a part that has none: its cost is none, or "at least". */
export function isUnpriced(cost: { cost_picousd: bigint | null; cost_state: CostState | null } | null): boolean {
  return cost === null || cost.cost_picousd === null || cost.cost_state === 'partial'
}
