import type { TokenUsage } from '#lib/canonical/usage.ts'
import type { ModelDirectory } from '#lib/models/model-directory.ts'
import { costOf } from '#lib/pricing/call-cost.ts'
import type { PriceTable } from '#lib/pricing/price.ts'
import { PriceBook } from '#lib/pricing/price-book.ts'
import { SHIPPED_PRICES } from '#lib/pricing/shipped.ts'

export const SHIPPED_BOOK = new PriceBook(SHIPPED_PRICES)

/** The newest that comes with the product, whatever the day of the test. */
export const CURRENT_PRICES = SHIPPED_BOOK.at('9999-01-01T00:00:00.000000Z')

/** One version that has always held. */
export function bookOf(table: PriceTable): PriceBook {
  const { pricing_version } = table
  const since = { effective_from: '1970-01-01T00:00:00.000000Z', origin: 'shipped', author: null, note: '' } as const
  return new PriceBook([{ pricing_version, ...since, table }])
}

/** What a call of now costs, as a turn asks for it. */
export function costIn(models: ModelDirectory, usage: TokenUsage, served: string, asked: string) {
  return costOf(models.bill(usage, models.answered(served, asked), new Date().toISOString()))
}
