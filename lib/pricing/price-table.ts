import { undatedId } from '../models/catalog.ts'
import { type ModelPrice, PriceTable } from './price.ts'

/** Checks a table and freezes it all through. Throws a `ZodError` that names the faulty row. */
export function parsePriceTable(data: unknown): Readonly<PriceTable> {
  return deepFreeze(PriceTable.parse(data))
}

/** The row of a model: its own, else that of the model whose dated name it is, or `null`: unpriced. */
export function rowOf(modelId: string, table: PriceTable): { id: string; price: ModelPrice } | null {
  const id = [modelId, undatedId(modelId)].find((each) => Object.hasOwn(table.models, each))
  const price = id === undefined ? undefined : table.models[id]
  return id === undefined || price === undefined ? null : { id, price }
}

export function priceOf(modelId: string, table: PriceTable): ModelPrice | null {
  return rowOf(modelId, table)?.price ?? null
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
