import { Decimal } from 'decimal.js'
import type { Drift } from '#lib/api/drift.ts'
import { RATE_NAMES, type RateName } from '#lib/pricing/price-form.ts'
import { RATE } from '#lib/pricing/rate-fault.ts'
import { type DraftCondition, type DraftPrice, type DraftRated, type DraftRates, isFree, withRate } from './draft.ts'

type Explanation = Drift['explanations'][number]

/** The rate of a row that a bucket of a bill takes. */
const RATE_OF: Readonly<Record<string, RateName | undefined>> = {
  input: 'input_per_mtok_usd',
  output: 'output_per_mtok_usd',
  cached_read: 'cached_read_per_mtok_usd',
  cache_write: 'cache_write_per_mtok_usd',
  cache_write_1h: 'cache_write_1h_per_mtok_usd',
}

/**
 * A row as it would be for both bills to agree; `null` where no row can say that, or where it says something else by now than
 * what the calls were billed by.
 */
export function explainedPrice(
  price: DraftPrice | undefined,
  { condition }: Pick<Drift, 'condition'>,
  explanation: Explanation,
): DraftPrice | null {
  if (!price || isFree(price)) return null
  if (explanation.kind === 'factor') return scaled(price, explanation.factor)
  const { bucket, from_usd, to_usd } = explanation
  if (bucket === 'request') {
    return (price.per_request_usd ?? null) === from_usd ? { ...price, per_request_usd: to_usd } : null
  }
  const rate = RATE_OF[bucket]
  const place = condition && placeOf(price, condition)
  if (rate === undefined || place === undefined) return null
  const now = place === null ? price[rate] : price.conditional?.[place]?.[rate]
  return (now ?? null) === from_usd ? withRate(price, place, rate, to_usd) : null
}

function placeOf({ conditional = [] }: DraftRated, condition: NonNullable<Drift['condition']>): number | undefined {
  const place = conditional.findIndex(({ when }) => textOf(when) === textOf(condition))
  return place === -1 ? undefined : place
}

function textOf(when: object): string {
  return JSON.stringify(Object.entries(when).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Every rate of a row times the same; `null` where one would have more decimals than a rate can. */
function scaled({ conditional, per_request_usd, ...price }: DraftRated, factor: string): DraftPrice | null {
  const rows = [price, ...(conditional ?? [])].map((rates) => scaledRates(rates, factor))
  const fee = per_request_usd === undefined ? undefined : product(per_request_usd, factor)
  if (fee === null || rows.includes(null)) return null
  const [main, ...others] = rows as DraftRates[]
  return {
    ...price,
    ...main,
    ...(conditional && { conditional: conditional.map((each, n): DraftCondition => ({ ...each, ...others[n] })) }),
    ...(fee !== undefined && { per_request_usd: fee }),
  }
}

function scaledRates(rates: DraftRates, factor: string): DraftRates | null {
  const products = RATE_NAMES.flatMap((name) => {
    const rate = rates[name]
    return rate === undefined ? [] : [[name, product(rate, factor)] as const]
  })
  return products.some(([, rate]) => rate === null) ? null : (Object.fromEntries(products) as DraftRates)
}

function product(rate: string, factor: string): string | null {
  if (!RATE.test(rate)) return null
  const text = new Decimal(rate).times(factor).toFixed()
  return RATE.test(text) ? text : null
}
