import { faultsOf } from '../price-fault.ts'
import type { ImportedPrices } from './imported-prices.ts'
import { importPriceMap } from './price-map.ts'
import { importTableText } from './table-text.ts'

/** What a file of prices may be: LiteLLM's map, or a table. */
export type PriceFile = 'price_map' | 'table'

/**
 * A draft of what a file says, with all that was left out and why; nothing is published. `readOn`: the day of the copy.
 * Throws an `UnreadablePricesError` where no row can be read.
 */
export function importPrices(
  text: string,
  { kind, readOn, isProvider }: { kind: PriceFile; readOn: string; isProvider: (name: string) => boolean },
): ImportedPrices {
  const { models, unknown } = kind === 'price_map' ? importPriceMap(text, readOn) : importTableText(text)
  // A draft can be published as it is.
  const faults = faultsOf(models, isProvider)
  const faulty = new Set(faults.map(({ row }) => row))
  const kept = Object.fromEntries(Object.entries(models).filter(([id]) => !faulty.has(id)))
  return { models: kept, unknown: [...unknown, ...faults.map(({ row, reason }) => ({ model: row, reason }))] }
}
