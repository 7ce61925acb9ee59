import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { PricedVersion } from './price-book.ts'
import { parsePriceTable } from './price-table.ts'
import { PRICES_2026_11_21 } from './shipped/2026-11-21.ts'
import { PRICES_2026_11_22 } from './shipped/2026-11-22.ts'
import { PRICES_2026_11_23 } from './shipped/2026-11-23.ts'
import { PRICES_2026_11_24 } from './shipped/2026-11-24.ts'

/** The versions that come with the product, oldest first. None of them is ever edited. */
export const SHIPPED_PRICES: readonly PricedVersion[] = [
  PRICES_2026_11_21,
  PRICES_2026_11_22,
  PRICES_2026_11_23,
  PRICES_2026_11_24,
].map(({ effective_from, note, ...table }) => ({
  pricing_version: table.pricing_version,
  effective_from: formatTimestamp(parseTimestamp(effective_from)),
  origin: 'shipped',
  author: null,
  note,
  table: parsePriceTable(table),
}))
