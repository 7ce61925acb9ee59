import { parsePriceTable } from './price-table.ts'
import { PRICES_2026_11_21 } from './prices/2026-11-21.ts'

const newest = parsePriceTable(PRICES_2026_11_21)

/** Every version that was ever shipped, oldest first: a stamped cost can always be explained. */
export const PRICE_TABLES = Object.freeze([newest])

/** What new answers are priced with. */
export const CURRENT_PRICES = newest
