import type { TokenUsage } from '../canonical/usage.ts'
import { type Bill, billOf } from './bill.ts'
import type { PriceTable } from './price.ts'

/** What is kept of a call that its cost can be computed from again. */
export interface BillableCall {
  model_asked: string
  /** `null` where the host named nobody. */
  model_served: string | null
  by_own_server: boolean | null
  started_at: string
  /** `null` where nobody knows: there is no bill then. */
  usage: TokenUsage | null
}

/** What a stored call costs by any version of the prices, as if that had held when it was made. */
export function billOfCall(call: BillableCall, table: PriceTable): Bill | null {
  const { usage, model_served, model_asked, by_own_server, started_at } = call
  if (!usage) return null
  const answered = { served: model_served ?? model_asked, asked: model_asked, by_own_server: by_own_server === true }
  return billOf(usage, answered, table, started_at)
}
