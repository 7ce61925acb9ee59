import { Decimal } from 'decimal.js'
import { HostedToolName } from '../canonical/hosted-tool.ts'
import { parseModelId } from '../canonical/id.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { PriceTable, RatedPrice, Rates, ToolFees } from './price-table.ts'
import { type Answered, priceFor } from './whose-price.ts'

/** Wide enough that no sum or product of a token count and a rate is ever rounded. */
const Exact = Decimal.clone({ precision: 200 })

const TOKENS_PER_RATE = 1_000_000
const USES_PER_FEE = 1_000

/** `null` twice means unpriced, which is not free. */
export interface Cost {
  /** Plain decimal notation in US dollars, exact. */
  cost_usd: string | null
  pricing_version: string | null
}

const UNPRICED: Cost = Object.freeze({ cost_usd: null, pricing_version: null })

/**
 * What a call costs by our own table (canonical-message-format §6.4), from disjoint counters, with what its provider asks for
 * the tools that it ran. A price without a rate for something that was counted is no price: half a cost would look like a
 * whole one.
 */
export function costOf(usage: TokenUsage, answered: Answered, table: PriceTable): Cost {
  const price = priceFor(answered, table)
  const fees = table.tool_fees_per_1000_usd?.[parseModelId(answered.served)?.provider ?? ''] ?? {}
  const cost = price && ('free' in price ? new Exact(0) : total(usage, ratesFor(usage, price), fees))
  return cost === null ? UNPRICED : { cost_usd: cost.toFixed(), pricing_version: table.pricing_version }
}

/** The sum of decimal strings, exact; what is unpriced adds nothing. */
export function addCost(sum: string, cost: string | null): string {
  return cost === null ? sum : new Exact(sum).plus(cost).toFixed()
}

/** How much was counted, and its rate, where there is one. */
type Line = [count: number, rate: string | undefined]

function ratesFor(usage: TokenUsage, price: RatedPrice): Rates {
  const input = usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens
  const long = price.long_context
  return long !== undefined && input > long.above_input_tokens ? long : price
}

function total(usage: TokenUsage, rates: Rates, fees: ToolFees): Decimal | null {
  const written1h = Math.min(usage.cache_creation_1h_input_tokens ?? 0, usage.cache_creation_input_tokens)
  const tokens: Line[] = [
    [usage.input_tokens, rates.input_per_mtok_usd],
    [usage.output_tokens, rates.output_per_mtok_usd],
    [usage.cached_input_tokens, rates.cached_read_per_mtok_usd],
    [usage.cache_creation_input_tokens - written1h, rates.cache_write_per_mtok_usd],
    [written1h, rates.cache_write_1h_per_mtok_usd],
  ]
  const uses = HostedToolName.options.map((tool): Line => [usage.tool_uses?.[tool] ?? 0, fees[tool]])
  const [forTokens, forUses] = [sumOf(tokens, TOKENS_PER_RATE), sumOf(uses, USES_PER_FEE)]
  return forTokens && forUses && forTokens.plus(forUses)
}

function sumOf(lines: readonly Line[], per: number): Decimal | null {
  let sum = new Exact(0)
  for (const [count, rate] of lines) {
    if (count === 0) continue
    if (rate === undefined) return null
    sum = sum.plus(new Exact(count).times(rate).div(per))
  }
  return sum
}
