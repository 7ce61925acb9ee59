import { difference, sumOf } from '../../_content/dollars.ts'
import { costsOfAll } from './costs.ts'
import type { UsageRow, UsageTotals } from './use-usage.ts'

const COUNTED = [
  'calls',
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_creation_1h_input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'unpriced_calls',
  'unknown_calls',
] as const satisfies readonly (keyof UsageTotals)[]

type Counted = (typeof COUNTED)[number]

/** What a line of the ledger shows. */
export type LedgerSums = Pick<UsageTotals, Counted | 'cost_usd' | 'cache_saved_usd'>

/** A row, or (`null`) all of those that are not shown by themselves. */
export type LedgerRow = LedgerSums & { row: UsageRow | null }

/** The rows, with one for what they lack of the whole where not all of them are here: it adds up by hand. */
export function ledgerRows(rows: readonly UsageRow[], totals: UsageTotals, areAll: boolean): readonly LedgerRow[] {
  const own = rows.map((row): LedgerRow => ({ ...row, row }))
  if (areAll) return own
  const counts = Object.fromEntries(
    COUNTED.map((of) => [of, rows.reduce((left, row) => left - row[of], totals[of])]),
  ) as Record<Counted, number>
  if (counts.calls <= 0) return own
  const { cost_usd } = costsOfAll(rows)
  return [
    ...own,
    {
      ...counts,
      row: null,
      cost_usd: totals.cost_usd === null ? null : difference(totals.cost_usd, cost_usd ?? '0'),
      cache_saved_usd: difference(totals.cache_saved_usd, sumOf(rows.map(({ cache_saved_usd }) => cache_saved_usd))),
    },
  ]
}
