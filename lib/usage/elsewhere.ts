import { Decimal } from 'decimal.js'
import type { ModelPrice } from '../pricing/price.ts'
import { ratesFor } from '../pricing/rates-for.ts'
import type { TokenCount } from '../store/usage-store.ts'

/** What the same tokens would have cost with another model. Decimal strings; `null` where nothing of it has a price. */
export interface ElsewhereCost {
  model: string
  cost_usd: string | null
  low_usd: string | null
  high_usd: string | null
  calls: number
  unpriced_calls: number
}

/** Wide enough that no sum or product is ever rounded. */
const Exact = Decimal.clone({ precision: 200 })

/** Tokenisers count and models write differently: within a fifth either way. */
const LOW = '0.8'
const HIGH = '1.2'

/** By its price; `null`: it has none. */
export function costElsewhere(model: string, price: ModelPrice | null, counts: readonly TokenCount[]): ElsewhereCost {
  let sum: Decimal | null = price === null ? null : new Exact(0)
  let calls = 0
  let unknown = 0
  for (const count of counts) {
    calls += count.calls
    unknown += count.unknown_calls
    if (price && sum) sum = sum.plus(costOfMany(price, count))
  }
  const part = (share: string) => sum?.times(share).toFixed() ?? null
  const unpriced_calls = sum === null ? calls : unknown
  return { model, cost_usd: sum?.toFixed() ?? null, low_usd: part(LOW), high_usd: part(HIGH), calls, unpriced_calls }
}

/**
 * All calls above the same step of size are taken as such that are just above it. What a model has no rate of its own for, it
 * reads as ordinary input. Rates of some hours of the day are left out: the sum would be another one by the hour it is looked at.
 */
function costOfMany(price: ModelPrice, { input_above, calls, unknown_calls, ...tokens }: TokenCount): Decimal {
  if ('free' in price) return new Exact(0)
  const conditional = price.conditional?.filter(({ when }) => when.utc === undefined)
  const rates = ratesFor({ ...price, conditional }, { input_tokens: input_above + 1, at: ANY_TIME }) ?? price
  const written1h = Math.min(tokens.cache_creation_1h_input_tokens, tokens.cache_creation_input_tokens)
  const read = rates.input_per_mtok_usd
  const written = rates.cache_write_per_mtok_usd ?? read
  const counted: [count: number, rate: string][] = [
    [tokens.input_tokens, read],
    [tokens.output_tokens, rates.output_per_mtok_usd],
    [tokens.cached_input_tokens, rates.cached_read_per_mtok_usd ?? read],
    [tokens.cache_creation_input_tokens - written1h, written],
    [written1h, rates.cache_write_1h_per_mtok_usd ?? written],
  ]
  const forTokens = counted.reduce((sum, [count, rate]) => sum.plus(new Exact(count).times(rate)), new Exact(0))
  const forCalls = new Exact(calls - unknown_calls).times(price.per_request_usd ?? 0)
  return forTokens.div(1_000_000).plus(forCalls)
}

/** No rate of an hour is among those that are looked at. */
const ANY_TIME = '2026-01-01T00:00:00.000000Z'
