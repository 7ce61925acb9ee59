import type { CacheLifetime } from '../canonical/cache-lifetime.ts'
import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { TokenUsage } from '../canonical/usage.ts'

/** How a host comes to keep what it is sent. */
export interface HostCache {
  /** For how long it is asked to, which it bills as writing. */
  asked: CacheLifetime | null
  /** It keeps what it is sent without being asked. */
  unasked: boolean
}

/** A call that was answered. */
export interface EarlierCall {
  /** ISO 8601. */
  at: string
  usage: Pick<
    TokenUsage,
    'input_tokens' | 'cached_input_tokens' | 'cache_creation_input_tokens' | 'cache_creation_1h_input_tokens'
  >
}

/** What can still be read from a cache, and until when. */
export interface CacheShare {
  tokens: number
  /** ISO 8601. */
  until: string
}

/** Microseconds. */
const MINUTE = 60_000_000

/**
 * 2026-11-23: for how long a host keeps what it was asked to keep for five minutes, or for an hour, since it was written or read
 * last (Anthropic). What is kept unasked goes "after 5 to 10 minutes, at most an hour" (OpenAI); other hosts say nothing. An
 * hour is assumed, for what a message costs at least must not be more than what it costs.
 */
const KEPT: Readonly<Record<CacheLifetime, number>> = { '5m': 5 * MINUTE, '1h': 60 * MINUTE }
const KEPT_UNASKED = 60 * MINUTE

/**
 * What of the next input a host can still have in its cache at `at`, ISO 8601. `calls`: those of one conversation to the model
 * that is asked, in their order, each input the beginning of the one after it, and of the next.
 */
export function cacheShare(
  calls: readonly EarlierCall[],
  { asked, unasked }: HostCache,
  at: string,
): CacheShare | null {
  const last = calls.at(-1)
  if (!last) return null
  if (asked === null) return unasked ? shareUntil(sentTokens(last.usage), last, KEPT_UNASKED, at) : null
  const kept = last.usage.cached_input_tokens + last.usage.cache_creation_input_tokens
  return (
    shareUntil(kept, last, KEPT['5m'], at) ?? shareUntil(Math.min(keptForAnHour(calls), kept), last, KEPT['1h'], at)
  )
}

/** All that a call was sent, cached or not. */
export function sentTokens(usage: EarlierCall['usage']): number {
  return usage.input_tokens + usage.cached_input_tokens + usage.cache_creation_input_tokens
}

function shareUntil(tokens: number, { at: used }: EarlierCall, lifetime: number, at: string): CacheShare | null {
  const until = parseTimestamp(used) + lifetime
  return tokens > 0 && until > parseTimestamp(at) ? { tokens, until: formatTimestamp(until) } : null
}

/** What was written for an hour, and within an hour read again ever since. */
function keptForAnHour(calls: readonly EarlierCall[]): number {
  const newestFirst = calls.toReversed()
  const end = newestFirst.findIndex((call, index) => isHourBefore(call, newestFirst[index - 1] ?? call))
  const alive = end === -1 ? newestFirst : newestFirst.slice(0, end)
  return alive.reduce((tokens, { usage }) => tokens + (usage.cache_creation_1h_input_tokens ?? 0), 0)
}

function isHourBefore(call: EarlierCall, later: EarlierCall): boolean {
  return parseTimestamp(later.at) - parseTimestamp(call.at) >= KEPT['1h']
}
