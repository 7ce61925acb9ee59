import { Decimal } from 'decimal.js'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ModelPrice } from '../pricing/price.ts'
import { ratesFor } from '../pricing/rates-for.ts'
import type { Principal } from '../principal.ts'
import type { LatencyCount, TokenCount, UsageQuery, UsageRow, UsageStore } from '../store/usage-store.ts'
import { percentilesOf } from './latency-step.ts'
import type { Metric } from './prometheus.ts'
import { titled, titlesOf } from './session-title.ts'
import { timeBuckets } from './time-bucket.ts'
import { DAY } from './time-zone.ts'
import type {
  ReportedRow,
  UsageBucket,
  UsageCosts,
  UsageFilter,
  UsageGroup,
  UsageLatency,
  UsageRange,
  UsageSums,
} from './usage.ts'
import { usageMetrics } from './usage-metrics.ts'
import { type NamedRange, usageRange } from './usage-range.ts'

export interface UsageQuestion extends NamedRange {
  filter: UsageFilter
  group: UsageGroup | null
  bucket: UsageBucket | null
  costs: UsageCosts
  limit: number
}

export interface UsageReport extends UsageRange {
  buckets?: readonly number[]
  rows: ReportedRow[]
  totals: UsageSums & UsageLatency
}

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

const NOTHING: UsageSums = {
  calls: 0,
  failed_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation_1h_input_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: '0',
  unpriced_calls: 0,
  partial_calls: 0,
  unknown_calls: 0,
  estimated_calls: 0,
  cache_saved_usd: '0',
  retries: 0,
  retries_usd: '0',
  output_tokens_per_second: null,
}

const MOST_ROWS = 10_000

const NO_LATENCY: UsageLatency = { latency_ms: null, time_to_first_token_ms: null }

/** Tokenisers count and models write differently: within a fifth either way. */
const LOW = '0.8'
const HIGH = '1.2'

/** What calls of models came to, as pages and the API show it. */
export class UsageReports {
  readonly #store: UsageStore
  readonly #clock: () => number

  constructor(deps: { store: UsageStore; clock: () => number }) {
    this.#store = deps.store
    this.#clock = deps.clock
  }

  /** Throws a `UsageRangeError` for a range that cannot be, or for more buckets than anybody can look at. */
  async read(principal: Principal, question: UsageQuestion): Promise<UsageReport> {
    const { tz, bucket, group, limit, filter, costs } = question
    const range = usageRange(question, this.#clock())
    const asked = { ...range, filter, costs }
    const buckets = bucket ? timeBuckets(bucket, range, tz) : undefined
    const query: UsageQuery = { ...asked, group, limit, ...(buckets && { buckets }) }
    const isKeyed = group === 'model' || group === 'provider'
    const [rows, latencies, [sums]] = await Promise.all([
      group === null && !buckets ? [] : this.#store.sums(query),
      buckets || !hasLatencies(group, filter) ? [] : this.#store.latencies({ ...asked, group: isKeyed ? group : null }),
      this.#store.sums({ ...asked, group: null }),
    ])
    const totals = sums ? sumsOf(sums) : NOTHING
    const byKey = Map.groupBy(latencies, ({ key }) => key)
    const latencyOf = (key: string | null) => (isKeyed ? latencyFrom(byKey.get(key) ?? []) : NO_LATENCY)
    const titles = await this.#titles(principal, group, rows)
    return {
      ...range,
      ...(buckets && { buckets: buckets.starts }),
      rows: rows.map(({ bucket: at, session_id, ...row }) => ({
        ...row,
        ...(at !== null && { bucket: at }),
        ...(titles && titled(session_id, titles)),
        ...latencyOf(row.key),
      })),
      totals: { ...totals, ...latencyFrom(latencies) },
    }
  }

  /** For a monitor: all that was ever counted, and the times of the last day. */
  async metrics(principal: Principal): Promise<Metric[]> {
    const to = this.#clock()
    const ever = { from: 0, to, filter: {}, costs: 'stamped' } as const
    const [models, errors, day] = await Promise.all([
      this.#store.sums({ ...ever, group: 'model' }),
      this.#store.sums({ ...ever, group: 'error_class' }),
      this.read(principal, {
        from: formatTimestamp(to - DAY),
        tz: 'UTC',
        filter: {},
        group: 'model',
        bucket: null,
        costs: 'stamped',
        limit: MOST_ROWS,
      }),
    ])
    return usageMetrics({ models, errors, day: day.rows })
  }

  /** What the tokens of calls of a range would cost by each of these prices. */
  async elsewhere(
    { filter, ...named }: NamedRange & { filter: UsageFilter },
    models: readonly { id: string; price: ModelPrice | null }[],
  ): Promise<{ models: ElsewhereCost[]; as_it_was: Pick<UsageSums, 'cost_usd' | 'calls' | 'unpriced_calls'> }> {
    const range = usageRange(named, this.#clock())
    const [counts, [sums]] = await Promise.all([
      this.#store.tokens({ ...range, filter }),
      this.#store.sums({ ...range, filter, group: null, costs: 'stamped' }),
    ])
    const { cost_usd, calls, unpriced_calls } = sums ?? NOTHING
    return {
      models: models.map(({ id, price }) => costElsewhere(id, price, counts)),
      as_it_was: { cost_usd, calls, unpriced_calls },
    }
  }

  async #titles(principal: Principal, group: UsageGroup | null, rows: readonly UsageRow[]) {
    if (group !== 'session' && group !== 'turn') return null
    return await titlesOf(
      rows.map(({ session_id }) => session_id),
      (ids) => this.#store.titles(principal, ids),
    )
  }
}

function sumsOf({ key: _key, bucket: _bucket, session_id: _session, ...sums }: UsageRow): UsageSums {
  return sums
}

/** They are kept by model and provider; those of one chat are few enough to be looked at. Lists of chats are long by themselves. */
function hasLatencies(group: UsageGroup | null, { session, user, routing_mode, error_class }: UsageFilter): boolean {
  if (group === 'session' || group === 'turn') return false
  return session !== undefined || (user ?? routing_mode ?? error_class) === undefined
}

function latencyFrom(counts: readonly LatencyCount[]): UsageLatency {
  const until = (which: LatencyCount['until']) => {
    const steps = new Map<number, number>()
    for (const { until: at, step, calls } of counts) if (at === which) steps.set(step, (steps.get(step) ?? 0) + calls)
    return percentilesOf(steps)
  }
  return { latency_ms: until('end'), time_to_first_token_ms: until('first') }
}

function costElsewhere(model: string, price: ModelPrice | null, counts: readonly TokenCount[]): ElsewhereCost {
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
