import { Decimal } from 'decimal.js'
import { HostedToolName } from '../canonical/hosted-tool.ts'
import { parseModelId } from '../canonical/id.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { Condition, ConditionalRates, PriceTable, RatedPrice, Source } from './price.ts'
import type { RateName } from './price-form.ts'
import { ratesFor } from './rates-for.ts'
import { type Answered, priceFor } from './whose-price.ts'

/** Wide enough that no sum or product of a count and a rate is ever rounded. */
const Exact = Decimal.clone({ precision: 200 })

const TOKENS_PER_RATE = 1_000_000
const USES_PER_FEE = 1_000

export type Bucket = 'input' | 'output' | 'cached_read' | 'cache_write' | 'cache_write_1h' | 'request' | HostedToolName

/** `count × rate_usd ÷ per`, in plain decimals; `null` twice where there is no rate. */
export interface BillLine {
  bucket: Bucket
  count: number
  per: number
  rate_usd: string | null
  usd: string | null
  source: Source | null
}

/** `partial`: something that was counted has no rate, so that it is at least so much. `unpriced` is not free. */
export type BillState = 'exact' | 'estimated' | 'partial' | 'unpriced'

/** What a call costs, line by line, of all that was counted. Its lines add up to its sum. */
export interface Bill {
  state: BillState
  /** Plain decimal notation in US dollars, exact; `null` where it is unpriced. */
  cost_usd: string | null
  pricing_version: string | null
  /** Whose row of the table it is by. */
  price_of: string | null
  /** On which the rates hold; `null` for the ordinary ones. */
  condition: Condition | null
  lines: BillLine[]
  /** What the same tokens would have cost more without a cache: below 0 where writing to it cost more. `null`: not known. */
  cache_saved_usd: string | null
  /** What was written to a cache cost that much more than as ordinary input. `null`: not known. */
  cache_write_premium_usd: string | null
}

/**
 * What a call costs by our own table (canonical-message-format §6.4), from disjoint counters, with what its provider asks for
 * the tools that it ran. `at`: ISO 8601, when it was made.
 */
export function billOf(usage: TokenUsage, answered: Answered, table: PriceTable, at: string): Bill {
  const row = priceFor(answered, table)
  if (!row) return unpriced(usage)
  const { id, price } = row
  const by = { pricing_version: table.pricing_version, price_of: id }
  if ('free' in price) {
    const lines = countsOf(usage).map(([bucket, , count]) => line(bucket, count, TOKENS_PER_RATE, '0', null))
    return { ...by, state: stateOf(usage, lines), cost_usd: '0', condition: null, lines, ...NO_DIFFERENCE }
  }
  const rates = ratesFor(price, { ...usage, input_tokens: inputOf(usage), at })
  if (!rates) return unpriced(usage)
  const uses = forUses(usage, table, parseModelId(answered.served)?.provider ?? '')
  const lines = [...forTokens(usage, price, rates), ...forRequest(price), ...uses]
  // Where nothing of it has a rate there is no sum, and "at least nothing" would say nothing.
  if (lines.length > 0 && lines.every(({ usd }) => usd === null)) return unpriced(usage)
  const condition = 'when' in rates ? rates.when : null
  const asInput = (buckets: readonly Bucket[]) => savedOf(lines, buckets, rates.input_per_mtok_usd)
  return {
    ...by,
    state: stateOf(usage, lines),
    cost_usd: sumOf(lines),
    condition,
    lines,
    cache_saved_usd: asInput(['cached_read', ...WRITES])?.toFixed() ?? null,
    cache_write_premium_usd: asInput(WRITES)?.neg().toFixed() ?? null,
  }
}

const NO_DIFFERENCE = { cache_saved_usd: '0', cache_write_premium_usd: '0' } as const

const WRITES = ['cache_write', 'cache_write_1h'] as const satisfies Bucket[]

/** What these buckets would have cost more as ordinary input. */
function savedOf(lines: readonly BillLine[], buckets: readonly Bucket[], input_per_mtok_usd: string): Decimal | null {
  const cached = lines.filter(({ bucket }) => buckets.includes(bucket))
  if (cached.some(({ usd }) => usd === null)) return null
  const tokens = cached.reduce((sum, { count }) => sum + count, 0)
  return new Exact(tokens).times(input_per_mtok_usd).div(TOKENS_PER_RATE).minus(sumOf(cached))
}

function unpriced(usage: TokenUsage): Bill {
  const lines = countsOf(usage).map(([bucket, , count]) => line(bucket, count, TOKENS_PER_RATE, null, null))
  return {
    state: 'unpriced',
    cost_usd: null,
    pricing_version: null,
    price_of: null,
    condition: null,
    lines,
    cache_saved_usd: null,
    cache_write_premium_usd: null,
  }
}

function stateOf({ estimated }: TokenUsage, lines: readonly BillLine[]): BillState {
  if (lines.some(({ usd }) => usd === null)) return 'partial'
  return estimated === true ? 'estimated' : 'exact'
}

function inputOf({ input_tokens, cached_input_tokens, cache_creation_input_tokens }: TokenUsage): number {
  return input_tokens + cached_input_tokens + cache_creation_input_tokens
}

/** What was counted at all, by the rate that it takes. */
function countsOf(usage: TokenUsage): [bucket: Bucket, rate: RateName, count: number][] {
  const written1h = Math.min(usage.cache_creation_1h_input_tokens ?? 0, usage.cache_creation_input_tokens)
  const counts: [Bucket, RateName, number][] = [
    ['input', 'input_per_mtok_usd', usage.input_tokens],
    ['output', 'output_per_mtok_usd', usage.output_tokens],
    ['cached_read', 'cached_read_per_mtok_usd', usage.cached_input_tokens],
    ['cache_write', 'cache_write_per_mtok_usd', usage.cache_creation_input_tokens - written1h],
    ['cache_write_1h', 'cache_write_1h_per_mtok_usd', written1h],
  ]
  return counts.filter(([, , count]) => count > 0)
}

function forTokens(usage: TokenUsage, price: RatedPrice, rates: RatedPrice | ConditionalRates): BillLine[] {
  const own = rates === price ? price.sources : undefined
  return countsOf(usage).map(([bucket, rate, count]) =>
    line(bucket, count, TOKENS_PER_RATE, rates[rate] ?? null, own?.[rate] ?? rates.source ?? price.source ?? null),
  )
}

function forRequest({ per_request_usd, source }: RatedPrice): BillLine[] {
  return per_request_usd === undefined ? [] : [line('request', 1, 1, per_request_usd, source ?? null)]
}

function forUses({ tool_uses = {} }: TokenUsage, table: PriceTable, provider: string): BillLine[] {
  const fees = table.tool_fees_per_1000_usd?.[provider] ?? {}
  const source = table.tool_fee_sources?.[provider] ?? null
  return HostedToolName.options.flatMap((tool) => {
    const count = tool_uses[tool] ?? 0
    return count === 0 ? [] : [line(tool, count, USES_PER_FEE, fees[tool] ?? null, source)]
  })
}

function line(bucket: Bucket, count: number, per: number, rate_usd: string | null, source: Source | null): BillLine {
  const usd = rate_usd === null ? null : new Exact(count).times(rate_usd).div(per).toFixed()
  return { bucket, count, per, rate_usd, usd, source }
}

function sumOf(lines: readonly BillLine[]): string {
  return lines.reduce((sum, { usd }) => addCost(sum, usd), '0')
}

/** The sum of decimal strings, exact; what is unpriced adds nothing. */
export function addCost(sum: string, cost: string | null): string {
  return cost === null ? sum : new Exact(sum).plus(cost).toFixed()
}
