import { sumOf } from '../../_content/dollars.ts'
import type { UsageTotals } from './use-usage.ts'

/** What of a row says what it cost. */
export type Costs = Pick<UsageTotals, 'calls' | 'cost_usd' | 'unpriced_calls' | 'unknown_calls'>

/** Exact. No rows cost nothing; rows of which none has a price have none together. */
export function costsOfAll(rows: readonly Costs[]): Costs {
  const count = (of: Exclude<keyof Costs, 'cost_usd'>) => rows.reduce((sum, row) => sum + row[of], 0)
  const amounts = rows.map(({ cost_usd }) => cost_usd)
  return {
    calls: count('calls'),
    cost_usd: amounts.length > 0 && amounts.every((usd) => usd === null) ? null : sumOf(amounts),
    unpriced_calls: count('unpriced_calls'),
    unknown_calls: count('unknown_calls'),
  }
}
