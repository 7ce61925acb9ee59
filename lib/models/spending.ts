import type { Message } from '../canonical/message.ts'
import type { Session } from '../canonical/session.ts'
import { isUnpriced } from '../canonical/unpriced.ts'
import { addCost } from '../pricing/bill.ts'

/** What a session or a turn has cost: a sum, and how many calls are missing in it. */
export type Spending = Pick<Session, 'cost_usd' | 'unpriced_calls'>

export const NOTHING_SPENT: Spending = Object.freeze({ cost_usd: '0', unpriced_calls: 0 })

/**
 * With one more answer, also one that failed or was cancelled, as far as its cost is known. 2026-11-22: a sum of zero
 * with something unpriced in it is no sum (`null`), for "at least nothing" says nothing and looks free.
 */
export function addSpending(spent: Spending, answer: Message): Spending {
  const cost_usd = addCost(spent.cost_usd ?? '0', answer.metadata.usage?.cost_usd ?? null)
  const unpriced_calls = spent.unpriced_calls + Number(isUnpriced(answer))
  return { cost_usd: cost_usd === '0' && unpriced_calls > 0 ? null : cost_usd, unpriced_calls }
}
