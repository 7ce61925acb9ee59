import type { CacheLifetime } from '../canonical/cache-lifetime.ts'
import { fromPicoDollars, toPicoDollars } from '../canonical/pico-dollars.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import type { Bill } from '../pricing/bill.ts'
import { cacheShare, sentTokens } from '../pricing/cache-share.ts'
import type { LlmCall } from '../store/turn-record.ts'
import { type CommonBeginning, commonBeginning, type Difference } from './common-beginning.ts'
import type { Rebuilt } from './rebuilt.ts'

/**
 * `first`: this model was asked nothing in the chat before. `kept`: all of the request before begins this one, and the
 * provider had it. `unread`: it does, and the provider had less of it all the same. `expired`: it does, and too much time went
 * by. `broken`: something in it is another. `uncached`: this host keeps nothing. `unknown`: one of the two requests cannot be
 * made anew, or nothing was counted.
 */
export type CacheState = 'first' | 'kept' | 'unread' | 'expired' | 'broken' | 'uncached' | 'unknown'

/** What a host could have had in its cache of a request, beside what it says that it read. */
export interface CacheReport {
  state: CacheState
  /** The answer to the last request to the same model, on whatever branch of the chat. */
  earlier: { message_id: string; at: string } | null
  /** Both requests are, byte for byte, what was sent. */
  is_exact: boolean
  /** Of what counts for a cache: tools, prompt and messages. Null where there is nothing to compare. */
  same: { bytes: number; same_bytes: number; tokens: number; same_tokens: number } | null
  difference: Difference | null
  /** As the provider counted. */
  read_tokens: number | null
  written_tokens: number | null
  /** What it had to read anew of what it could have had, and what that cost more. Null where nobody knows. */
  lost: { tokens: number; usd: string | null } | null
}

export interface CacheQuestion {
  call: LlmCall
  earlier: LlmCall | null
  /** As `ProviderAdapter.asksToKeep` says. */
  asked: CacheLifetime | null | undefined
  /** The catalog or the host says that it keeps what it is sent. */
  canCache: boolean
  made: Body | null
  madeBefore: Body | null
  is_exact: boolean
  /** Names of tools that one of them had and the other had not, where what was kept of both says that their tools differ; else null. */
  otherTools: readonly string[] | null
  /** By the prices that the call was billed by. */
  bill: (usage: TokenUsage) => Bill | null
}

type Body = Pick<Rebuilt, 'body'>

/** What is shorter is not kept by hosts that keep unasked, and no loss. */
const LEAST_KEPT = 1_024

/** Hosts keep in steps, and what is less than one of them was not lost by anything that was done here. */
const STEP = 256

export function cacheReport(question: CacheQuestion): CacheReport {
  const { call, earlier, made, madeBefore, is_exact } = question
  const { usage } = call
  const counted = {
    read_tokens: usage?.cached_input_tokens ?? null,
    written_tokens: usage?.cache_creation_input_tokens ?? null,
  }
  const nothing = { earlier: null, is_exact, same: null, difference: null, lost: null, ...counted }
  if (!earlier || earlier.message_id === null) return { ...nothing, state: 'first' }
  const before = { message_id: earlier.message_id, at: earlier.started_at }
  if (!usage || !made || !madeBefore) return { ...nothing, earlier: before, state: 'unknown' }
  const { bytes, same_bytes, same_share, difference } = compared(question, made, madeBefore)
  const tokens = sentTokens(usage)
  const same = { bytes, same_bytes, tokens, same_tokens: Math.round(tokens * same_share) }
  const kept = keptTokens(question, earlier)
  const lost = kept === null ? null : lossOf(question, usage, kept)
  const state = stateOf(question, { kept, isBroken: difference !== null, lost: lost?.tokens ?? 0 })
  return { state, earlier: before, is_exact, same, difference, ...counted, lost }
}

/** Requests are made anew with the tools that there are now: whether those were others in between, only what was kept says. */
function compared({ otherTools }: CacheQuestion, made: Body, madeBefore: Body): CommonBeginning {
  const common = commonBeginning(madeBefore.body, made.body)
  if (otherTools === null) return common
  const difference: Difference = { what: 'tools', names: [...otherTools], before: null, now: null }
  return { ...common, same_bytes: 0, same_share: 0, difference }
}

function stateOf(
  { call, earlier, asked, canCache }: CacheQuestion,
  { kept, isBroken, lost }: { kept: number | null; isBroken: boolean; lost: number },
): CacheState {
  const hasCached = [call, earlier].some((each) => each && usesCache(each))
  if (!hasCached && !asked && !canCache) return 'uncached'
  if (isBroken) return 'broken'
  if (lost < STEP) return 'kept'
  return kept !== null && isExpired(call, earlier, asked) ? 'expired' : 'unread'
}

function usesCache({ usage }: LlmCall): boolean {
  return usage !== null && usage.cached_input_tokens + usage.cache_creation_input_tokens > 0
}

/** How much of the earlier request the host kept then; null where that cannot be said. */
function keptTokens({ call, asked, canCache }: CacheQuestion, earlier: LlmCall): number | null {
  const { usage } = earlier
  if (!usage) return null
  const written = usage.cached_input_tokens + usage.cache_creation_input_tokens
  if (asked) return written
  if (!canCache && !usesCache(call) && !usesCache(earlier)) return null
  const sent = sentTokens(usage)
  return sent < LEAST_KEPT ? 0 : sent
}

function isExpired(call: LlmCall, earlier: LlmCall | null, asked: CacheLifetime | null | undefined): boolean {
  if (!earlier?.usage) return false
  const calls = [{ at: earlier.started_at, usage: earlier.usage }]
  return cacheShare(calls, { asked: asked ?? null, unasked: true }, call.started_at) === null
}

/** What was written to the cache again was written dearer than it is read; the rest was read as if it were new. */
function lossOf({ bill }: CacheQuestion, usage: TokenUsage, kept: number): CacheReport['lost'] {
  const { input_tokens, cached_input_tokens, cache_creation_input_tokens } = usage
  const tokens = Math.max(0, Math.min(kept, sentTokens(usage)) - cached_input_tokens)
  if (tokens < STEP) return { tokens: 0, usd: '0' }
  const written = Math.min(tokens, cache_creation_input_tokens)
  const asRead: TokenUsage = {
    ...usage,
    input_tokens: input_tokens - (tokens - written),
    cached_input_tokens: cached_input_tokens + tokens,
    cache_creation_input_tokens: cache_creation_input_tokens - written,
  }
  return { tokens, usd: difference(bill(usage), bill(asRead)) }
}

/** Null where a rate is missing in either: the difference of two lower bounds is neither. */
function difference(one: Bill | null, other: Bill | null): string | null {
  const [paid, cheaper] = [one, other].map((bill) =>
    bill?.cost_usd && bill.state !== 'partial' ? toPicoDollars(bill.cost_usd) : null,
  )
  return paid == null || cheaper == null ? null : fromPicoDollars(0n, paid - cheaper)
}
