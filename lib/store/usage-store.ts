import type { AnsweredTurn } from '../pricing/next-cost.ts'
import type { Principal } from '../principal.ts'
import type { TimeBuckets } from '../usage/time-bucket.ts'
import type { UsageCosts, UsageFilter, UsageGroup, UsageRange, UsageSums } from '../usage/usage.ts'

export interface UsageQuery extends UsageRange {
  filter: UsageFilter
  /** `null`: all of it as one. */
  group: UsageGroup | null
  buckets?: Pick<TimeBuckets, 'bucket' | 'offsets'> | undefined
  costs: UsageCosts
  /** Only the dearest. */
  limit?: number | undefined
}

export interface UsageRow extends UsageSums {
  key: string | null
  /** When its bucket begins, in microseconds. */
  bucket: number | null
  /** Of a turn. */
  session_id: string | null
}

/** How many calls took as long as one step of `latency-step.ts`. */
export interface LatencyCount {
  key: string | null
  until: 'end' | 'first'
  step: number
  calls: number
}

/** Tokens of calls whose input is above the same step of size. */
export interface TokenCount {
  input_above: number
  calls: number
  /** Those of them of which nobody knows what they used. */
  unknown_calls: number
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  cache_creation_input_tokens: number
  cache_creation_1h_input_tokens: number
}

/** Those of a chat, or of a person at a model since a moment, in microseconds. */
export type TurnsOf = { session: string } | { user: string; model: string; since: number }

/** What calls of models came to. It only reads. */
export interface UsageStore {
  /** The dearest first; with buckets in their order. None where no call was made. */
  sums(query: UsageQuery): Promise<UsageRow[]>
  latencies(query: Pick<UsageQuery, 'from' | 'to' | 'filter' | 'group'>): Promise<LatencyCount[]>
  tokens(query: Pick<UsageQuery, 'from' | 'to' | 'filter'>): Promise<TokenCount[]>
  /** Those of the newest `limit` turns that were answered to their end. */
  answeredTurns(of: TurnsOf, limit: number): Promise<AnsweredTurn[]>
  /** Those of them that this person has, with their titles. */
  titles(principal: Principal, sessionIds: readonly string[]): Promise<{ id: string; title: string | null }[]>
}
