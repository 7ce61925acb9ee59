import type { PriceTable } from '../pricing/price.ts'
import type { PricedVersion, PriceVersion } from '../pricing/price-book.ts'
import type { KeptAnswer } from './store.ts'

export interface StoredPriceVersion extends PriceVersion {
  created_at: string
  /** How many have a row in it. */
  models: number
}

/** Versions of the price table. None of them ever changes or goes. */
export interface PriceStore {
  /** By the moment from which they hold, oldest first. */
  list(): Promise<StoredPriceVersion[]>
  /** Null where there is no such version. */
  table(pricingVersion: string): Promise<PriceTable | null>
  /** Those that are not there yet. */
  addShipped(versions: readonly PricedVersion[], created_at: string): Promise<void>
  /**
   * With the answer under its request's key. `basedOn`: the version that was published last when the draft was begun, or
   * `null` for none; where another one is by now, nothing is stored.
   */
  publish(
    version: PricedVersion & { created_at: string },
    also: { basedOn?: string | null | undefined; kept?: KeptAnswer | undefined },
  ): Promise<'published' | 'instant_taken' | 'superseded'>
}
