import { formatTimestamp } from '../canonical/timestamp.ts'
import type { ModelPrice } from '../pricing/price.ts'
import type { Principal } from '../principal.ts'
import type { LatencyCount, RouteCount, UnreadWrites, UsageQuery, UsageRow, UsageStore } from '../store/usage-store.ts'
import { costElsewhere, type ElsewhereCost } from './elsewhere.ts'
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
import { type NamedRange, UsageRangeError, usageRange } from './usage-range.ts'
import { wholeUsage } from './whole-usage.ts'

export interface UsageQuestion extends NamedRange {
  filter: UsageFilter
  group: UsageGroup | null
  bucket: UsageBucket | null
  costs: UsageCosts
  limit: number
}

export interface UnreadQuestion extends NamedRange {
  filter: UsageFilter
  group: UsageGroup | null
  limit: number
}

export interface UnreadReport extends UsageRange {
  rows: UnreadWrites[]
  totals: Omit<UnreadWrites, 'key'>
}

interface UsageTotals extends UsageRange {
  buckets?: readonly number[]
  totals: UsageSums & UsageLatency
}

export interface UsageReport extends UsageTotals {
  rows: ReportedRow[]
}

/** With all of its rows, some at a time. */
export interface WholeUsageReport extends UsageTotals {
  pages: AsyncIterable<ReportedRow[]>
}

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

/** More are not told to a monitor. */
const MOST_MODELS = 10_000

const MOST_ROUTES = 10_000

const NO_WRITES: UnreadWrites = { key: null, writes: 0, tokens: 0, premium_usd: '0', unpriced_writes: 0 }

const NO_LATENCY: UsageLatency = { latency_ms: null, time_to_first_token_ms: null }

/** What calls of models came to, as pages and the API show it. */
export class UsageReports {
  readonly #store: UsageStore
  readonly #clock: () => number

  constructor(deps: { store: UsageStore; clock: () => number }) {
    this.#store = deps.store
    this.#clock = deps.clock
  }

  /** Throws a `UsageRangeError` for a range that cannot be, or for more buckets than anybody can look at. */
  async read(principal: Principal, { limit, ...question }: UsageQuestion): Promise<UsageReport> {
    const { query, report, reported } = await this.#about(principal, question)
    const rows = isOfOne(query) ? [] : await this.#store.sums({ ...query, limit })
    return { ...report, rows: await reported(rows) }
  }

  /** As `read`, with every row. Throws a `UsageRangeError` for more of them than it gives, before it gives the first. */
  async whole(principal: Principal, question: Omit<UsageQuestion, 'limit'>): Promise<WholeUsageReport> {
    const { query, report, reported } = await this.#about(principal, question)
    const pages = isOfOne(query) ? [] : await wholeUsage(this.#store, query)
    async function* all() {
      for await (const rows of pages) yield await reported(rows)
    }
    return { ...report, pages: all() }
  }

  /** What is asked of the store, what is known without its rows, and how a page or a file has these. */
  async #about(principal: Principal, question: Omit<UsageQuestion, 'limit'>) {
    const { tz, bucket, group, filter, costs } = question
    const range = usageRange(question, this.#clock())
    const asked = { ...range, filter, costs }
    const buckets = bucket ? timeBuckets(bucket, range, tz) : undefined
    const query = { ...asked, group, ...(buckets && { buckets }) }
    const isKeyed = group === 'model' || group === 'provider'
    const [latencies, [sums]] = await Promise.all([
      buckets || !hasLatencies(group, filter) ? [] : this.#store.latencies({ ...asked, group: isKeyed ? group : null }),
      this.#store.sums({ ...asked, group: null }),
    ])
    const totals = sums ? sumsOf(sums) : NOTHING
    const byKey = Map.groupBy(latencies, ({ key }) => key)
    const latencyOf = (key: string | null) => (isKeyed ? latencyFrom(byKey.get(key) ?? []) : NO_LATENCY)
    const reported = async (rows: readonly UsageRow[]): Promise<ReportedRow[]> => {
      const [titles, names] = await Promise.all([this.#titles(principal, group, rows), this.#names(group, rows)])
      return rows.map(({ bucket: at, session_id, ...row }) => ({
        ...row,
        ...(at !== null && { bucket: at }),
        ...(titles && titled(session_id, titles)),
        ...(names && { title: names.get(row.key ?? '') ?? null }),
        ...latencyOf(row.key),
      }))
    }
    const report: UsageTotals = {
      ...range,
      ...(buckets && { buckets: buckets.starts }),
      totals: { ...totals, ...latencyFrom(latencies) },
    }
    return { query, report, reported }
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
        limit: MOST_MODELS,
      }),
    ])
    return usageMetrics({ models, errors, day: day.rows })
  }

  /** Writes to a cache that nothing has read since, the dearest first, and all of them. */
  async unreadWrites({ filter, group, limit, ...named }: UnreadQuestion): Promise<UnreadReport> {
    const query = { ...usageRange(named, this.#clock()), filter }
    const [rows, [totals]] = await Promise.all([
      group === null ? [] : this.#store.unreadWrites({ ...query, group, limit }),
      this.#store.unreadWrites({ ...query, group: null }),
    ])
    const { key: _all, ...sums } = totals ?? NO_WRITES
    return { from: query.from, to: query.to, rows, totals: sums }
  }

  /** What each slot of the routing chain came to. Throws a `UsageRangeError` for more rows than an answer has. */
  async routes({
    model,
    ...named
  }: NamedRange & { model?: string | undefined }): Promise<UsageRange & { rows: RouteCount[] }> {
    const range = usageRange(named, this.#clock())
    const rows = await this.#store.routes({ ...range, model, limit: MOST_ROUTES + 1 })
    if (rows.length > MOST_ROUTES) {
      throw new UsageRangeError('from', 'there would be more than 10,000 rows; choose a shorter range or a model')
    }
    return { ...range, rows }
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

  /** What people and teams are called. */
  async #names(group: UsageGroup | null, rows: readonly UsageRow[]): Promise<ReadonlyMap<string, string> | null> {
    if (group !== 'user' && group !== 'team') return null
    const ids = rows.flatMap(({ key }) => key ?? [])
    return new Map((await this.#store.names(group, ids)).map(({ id, name }) => [id, name]))
  }

  async #titles(principal: Principal, group: UsageGroup | null, rows: readonly UsageRow[]) {
    if (group !== 'session' && group !== 'turn') return null
    return await titlesOf(
      rows.map(({ session_id }) => session_id),
      (ids) => this.#store.titles(principal, ids),
    )
  }
}

/** Its totals say all of it. */
function isOfOne({ group, buckets }: Pick<UsageQuery, 'group' | 'buckets'>): boolean {
  return group === null && !buckets
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
