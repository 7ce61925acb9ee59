/** By what usage can be told apart. */
export const USAGE_GROUPS = [
  'model',
  'provider',
  'session',
  'turn',
  'user',
  'team',
  'tool',
  'error_class',
  'routing_mode',
] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

export const USAGE_BUCKETS = ['hour', 'day', 'week', 'month'] as const
export type UsageBucket = (typeof USAGE_BUCKETS)[number]

/** Which calls are counted: those that begin in it. Microseconds; the end is not part of it. */
export interface UsageRange {
  from: number
  to: number
}

/** Only calls of all that it names. */
export interface UsageFilter {
  model?: string | undefined
  provider?: string | undefined
  session?: string | undefined
  user?: string | undefined
  routing_mode?: string | undefined
  error_class?: string | undefined
}

/** The costs as they were billed by then, or as a reprice that holds makes them. */
export type UsageCosts = 'stamped' | 'repriced'

/** Amounts are decimal strings in US dollars, exact. */
export interface UsageSums {
  calls: number
  failed_calls: number
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  cache_creation_input_tokens: number
  cache_creation_1h_input_tokens: number
  reasoning_tokens: number
  /** Of what is priced; `null` where nothing of it is, though tokens were counted. */
  cost_usd: string | null
  /** Calls without a price, and those of which a part has none: not in the sum, or not wholly. */
  unpriced_calls: number
  /** Those of them of which a part has one. */
  partial_calls: number
  unknown_calls: number
  estimated_calls: number
  /** Against the same tokens without a cache; below 0 where writing to it cost more than reading saved. */
  cache_saved_usd: string
  retries: number
  retries_usd: string
  /** While they were written; `null` where that was not measured. */
  output_tokens_per_second: number | null
}

/** Milliseconds; by steps of a few per cent. */
export interface Percentiles {
  p50: number
  p95: number
  p99: number
}

export interface UsageLatency {
  latency_ms: Percentiles | null
  time_to_first_token_ms: Percentiles | null
}

export interface ReportedRow extends UsageSums, UsageLatency {
  key: string | null
  bucket?: number
  title?: string | null
  session_id?: string | null
}
