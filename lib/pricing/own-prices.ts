import type { ModelPrice, PriceTable } from './price.ts'
import { priceOf } from './price-table.ts'

/** What an installation says of a price: `free`, `unpriced`, or the model whose row of the table holds. */
export type OwnPrice = string

/** `null` where it says that there is none, `undefined` where it names a model that the table does not have. */
export function priceNamed(said: OwnPrice, table: PriceTable): ModelPrice | null | undefined {
  if (said === 'unpriced') return null
  return said === 'free' ? { free: true } : (priceOf(said, table) ?? undefined)
}

/** The table with what the installation says of models by id: another row, or none. */
export function withOwnPrices(table: PriceTable, own: ReadonlyMap<string, OwnPrice>): PriceTable {
  if (own.size === 0) return table
  const models = { ...table.models }
  for (const [id, said] of own) {
    const price = priceNamed(said, table)
    if (price) models[id] = price
    else delete models[id]
  }
  return { ...table, models }
}
