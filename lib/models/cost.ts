import { Decimal } from 'decimal.js'
import type { TokenUsage } from '../canonical/usage.ts'
import type { PriceTable, RatedPrice, Rates } from './price-table.ts'
import { type Answered, priceFor } from './whose-price.ts'

/** Wide enough that no sum or product of a token count and a rate is ever rounded. */
const Exact = Decimal.clone({ precision: 200 })

const TOKENS_PER_RATE = 1_000_000

/** `null` twice means unpriced, which is not free. */
export interface Cost {
  /** Plain decimal notation in US dollars, exact. */
  cost_usd: string | null
  pricing_version: string | null
}

const UNPRICED: Cost = Object.freeze({ cost_usd: null, pricing_version: null })

/**
 * What a call costs by our own table (canonical-message-format §6.4), from disjoint counters. A price without a rate for
 * tokens that were counted is no price: half a cost would look like a whole one.
 */
export function costOf(usage: TokenUsage, answered: Answered, table: PriceTable): Cost {
  const price = priceFor(answered, table)
  const cost = price && ('free' in price ? new Exact(0) : total(usage, ratesFor(usage, price)))
  return cost === null ? UNPRICED : { cost_usd: cost.toFixed(), pricing_version: table.pricing_version }
}

/** The sum of decimal strings, exact; what is unpriced adds nothing. */
export function addCost(sum: string, cost: string | null): string {
  return cost === null ? sum : new Exact(sum).plus(cost).toFixed()
}

function ratesFor(usage: TokenUsage, price: RatedPrice): Rates {
  const input = usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens
  const long = price.long_context
  return long !== undefined && input > long.above_input_tokens ? long : price
}

function total(usage: TokenUsage, rates: Rates): Decimal | null {
  const written1h = Math.min(usage.cache_creation_1h_input_tokens ?? 0, usage.cache_creation_input_tokens)
  const lines: [tokens: number, rate: string | undefined][] = [
    [usage.input_tokens, rates.input_per_mtok_usd],
    [usage.output_tokens, rates.output_per_mtok_usd],
    [usage.cached_input_tokens, rates.cached_read_per_mtok_usd],
    [usage.cache_creation_input_tokens - written1h, rates.cache_write_per_mtok_usd],
    [written1h, rates.cache_write_1h_per_mtok_usd],
  ]
  let sum = new Exact(0)
  for (const [tokens, rate] of lines) {
    if (tokens === 0) continue
    if (rate === undefined) return null
    sum = sum.plus(new Exact(tokens).times(rate).div(TOKENS_PER_RATE))
  }
  return sum
}
