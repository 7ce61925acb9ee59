import type { RejectionReason, RouteVerdict, RoutingPolicy } from '../events/catalog.ts'
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
  /** Only these of its groups. */
  only?: readonly (string | null)[] | undefined
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

/** What a slot of the routing chain came to so many times; a newer version may have named what this one does not know. */
export interface RouteCount {
  policy: RoutingPolicy
  verdict: RouteVerdict
  /** `null` where none was proposed. */
  model: string | null
  rejection: RejectionReason | null
  decisions: number
}

/** Writes to a cache that no later call of the same chat and model has read. */
export interface UnreadWrites {
  key: string | null
  writes: number
  tokens: number
  /** What they cost above ordinary input; of those of which that is known. */
  premium_usd: string
  /** Those of which it is not. */
  unpriced_writes: number
}

/** What calls of models came to. It only reads. */
export interface UsageStore {
  /** The dearest first; with buckets in their order. None where no call was made. */
  sums(query: UsageQuery): Promise<UsageRow[]>
  /** The names of its groups, the dearest first; `null` for calls that have no such thing. */
  keys(query: UsageQuery): Promise<(string | null)[]>
  /** How many rows `sums` would give. */
  count(query: UsageQuery): Promise<number>
  unreadWrites(query: Pick<UsageQuery, 'from' | 'to' | 'filter' | 'group' | 'limit'>): Promise<UnreadWrites[]>
  /** By quarter of an hour: of those that the range touches. Of one model, or of all. */
  routes(query: UsageRange & { model?: string | undefined; limit: number }): Promise<RouteCount[]>
  latencies(query: Pick<UsageQuery, 'from' | 'to' | 'filter' | 'group'>): Promise<LatencyCount[]>
  tokens(query: Pick<UsageQuery, 'from' | 'to' | 'filter'>): Promise<TokenCount[]>
  /** Those of the newest `limit` turns that were answered to their end. */
  answeredTurns(of: TurnsOf, limit: number): Promise<AnsweredTurn[]>
  /** Those of them that this person has, with their titles. */
  titles(principal: Principal, sessionIds: readonly string[]): Promise<{ id: string; title: string | null }[]>
  /** Of people or teams, those of them that are known here. */
  names(of: 'user' | 'team', ids: readonly string[]): Promise<{ id: string; name: string }[]>
}
