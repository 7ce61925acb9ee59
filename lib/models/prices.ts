import { parsePriceTable } from './price-table.ts'
import { PRICES_2026_11_22 } from './prices/2026-11-22.ts'

/** What new answers are priced with. */
export const CURRENT_PRICES = parsePriceTable(PRICES_2026_11_22)
