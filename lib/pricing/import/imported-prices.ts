import type { PricedModels } from '../price.ts'

/** A row, or a part of one, that was not taken over. */
export interface NotUnderstood {
  model: string
  reason: string
}

/** A draft: nothing of it is published. */
export interface ImportedPrices {
  models: PricedModels
  unknown: NotUnderstood[]
}

/** Of a file that no row can be read of. */
export class UnreadablePricesError extends Error {
  override readonly name = 'UnreadablePricesError'
}
