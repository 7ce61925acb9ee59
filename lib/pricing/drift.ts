import { Decimal } from 'decimal.js'
import { addCost, type BillLine, type Bucket } from './bill.ts'
import type { Condition } from './price.ts'

/** A call of which its provider says what it billed, beside our own bill of it. */
export interface BilledTwice {
  /** The one that answered. */
  model: string
  pricing_version: string | null
  /** Whose row of the table it is by, and on which of its conditions. */
  price_of: string | null
  condition: Condition | null
  /** Of which our cost is the sum; none where it has none. */
  lines: readonly BillLine[]
  cost_usd: string | null
  /** A plain decimal. */
  provider_usd: string
}

/** What would make every one of the calls agree: one rate in place of another, or all of it times the same. */
export type Explanation =
  | { kind: 'rate'; bucket: Bucket; per: number; from_usd: string | null; to_usd: string }
  | { kind: 'factor'; factor: string }

/** Calls of a model by one version and one set of its rates. Amounts are exact decimals in US dollars. */
export interface Drift extends Pick<BilledTwice, 'model' | 'pricing_version' | 'price_of' | 'condition'> {
  calls: number
  /** Those that agree as it is. */
  agreeing_calls: number
  /** `null` where they have no price. */
  cost_usd: string | null
  provider_usd: string
  /** What the provider billed more; below 0 where it billed less. */
  difference_usd: string | null
  /** The same in hundredths of our sum, rounded to four decimals; `null` where that is nothing. */
  difference_percent: string | null
  /** None where all agree, or nothing as simple makes them. Several where these calls cannot tell them apart. */
  explanations: Explanation[]
}

/** Wide enough that no sum is ever rounded, and a quotient only behind every digit that counts. */
const Exact = Decimal.clone({ precision: 60 })

/** The largest difference first. */
export function driftsOf(calls: readonly BilledTwice[]): Drift[] {
  const groups = Map.groupBy(calls, ({ model, pricing_version, price_of, condition }) =>
    JSON.stringify([model, pricing_version, price_of, condition]),
  )
  const sizeOf = ({ difference_usd }: Drift) => new Exact(difference_usd ?? 0).abs()
  return [...groups.values()]
    .map(driftOf)
    .sort((one, other) => sizeOf(other).cmp(sizeOf(one)) || other.calls - one.calls)
}

function driftOf(calls: readonly BilledTwice[]): Drift {
  const [{ model = '', pricing_version = null, price_of = null, condition = null } = {}] = calls
  const about = { model, pricing_version, price_of, condition, calls: calls.length }
  const provider_usd = calls.reduce((sum, call) => addCost(sum, call.provider_usd), '0')
  if (calls.some(({ cost_usd }) => cost_usd === null)) {
    return {
      ...about,
      agreeing_calls: 0,
      cost_usd: null,
      provider_usd,
      difference_usd: null,
      difference_percent: null,
      explanations: [],
    }
  }
  const cost_usd = calls.reduce((sum, call) => addCost(sum, call.cost_usd), '0')
  const compared = comparedOf(calls)
  const agreeing_calls = compared.filter(({ more, slack }) => more.abs().lte(slack)).length
  const difference_usd = new Exact(provider_usd).minus(cost_usd).toFixed()
  const explanations = agreeing_calls === calls.length ? [] : explanationsOf(compared)
  const difference_percent = new Exact(cost_usd).isZero()
    ? null
    : new Exact(difference_usd).times(100).div(cost_usd).toDecimalPlaces(4).toFixed()
  return { ...about, agreeing_calls, cost_usd, provider_usd, difference_usd, difference_percent, explanations }
}

interface Compared {
  lines: readonly BillLine[]
  ours: Decimal
  theirs: Decimal
  more: Decimal
  /** So much either way is the rounding of the provider. */
  slack: Decimal
}

/**
 * Providers round each figure, and leave zeros out: half a unit of the finest decimal that any of them has. Where they count
 * in binary floats, a thousand-millionth of it; and never less than a millionth of a millionth.
 */
function comparedOf(calls: readonly BilledTwice[]): Compared[] {
  const decimals = Math.max(...calls.map(({ provider_usd }) => provider_usd.split('.')[1]?.length ?? 0))
  const half = new Exact(10).pow(-Math.min(decimals, FINEST)).div(2)
  return calls.map(({ lines, cost_usd, provider_usd }) => {
    const [ours, theirs] = [new Exact(cost_usd ?? 0), new Exact(provider_usd)]
    const slack = Decimal.max(half, theirs.times('1e-9'), '1e-12')
    return { lines, ours, theirs, more: theirs.minus(ours), slack }
  })
}

const FINEST = 12

function explanationsOf(calls: readonly Compared[]): Explanation[] {
  const factor = simplestOf(calls.map(({ ours, theirs, slack }) => ({ of: ours, comesTo: theirs, slack })))
  const used = new Map<Bucket, BillLine>(
    calls.flatMap(({ lines }) => lines.map((line) => [line.bucket, line] as const)),
  )
  const request: BillLine = { bucket: 'request', count: 1, per: 1, rate_usd: null, usd: null, source: null }
  const lines = [...used.values(), ...(used.has('request') ? [] : [request])]
  return [
    ...(factor === null ? [] : [{ kind: 'factor' as const, factor }]),
    ...lines.flatMap((line) => rateExplaining(calls, line) ?? []),
  ]
}

function rateExplaining(calls: readonly Compared[], { bucket, per, rate_usd }: BillLine): Explanation | null {
  const isRequest = bucket === 'request'
  const to_usd = simplestOf(
    calls.map(({ lines, more, slack }) => {
      const line = lines.find((each) => each.bucket === bucket)
      const count = line?.count ?? (isRequest ? 1 : 0)
      return { of: new Exact(count).div(per), comesTo: more.plus(line?.usd ?? 0), slack }
    }),
  )
  return to_usd === null ? null : { kind: 'rate', bucket, per, from_usd: rate_usd, to_usd }
}

interface Share {
  of: Decimal
  comesTo: Decimal
  slack: Decimal
}

/**
 * The number with the fewest decimals, six at most, by which each of these comes to what it shall; `null` where there is none,
 * or where none of them says which.
 */
function simplestOf(shares: readonly Share[]): string | null {
  let [low, high]: [Decimal, Decimal | null] = [new Exact(0), null]
  for (const { of, comesTo, slack } of shares) {
    if (of.isZero()) {
      if (comesTo.abs().gt(slack)) return null
      continue
    }
    low = Decimal.max(low, comesTo.minus(slack).div(of))
    const end = comesTo.plus(slack).div(of)
    high = high === null ? end : Decimal.min(high, end)
  }
  if (high === null) return null
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const number = low.toDecimalPlaces(decimals, Decimal.ROUND_CEIL)
    if (number.lte(high)) return number.toFixed()
  }
  return null
}

/** As a rate has. */
const MOST_DECIMALS = 6
