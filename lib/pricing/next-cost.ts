import { Decimal } from 'decimal.js'
import { parseModelId } from '../canonical/id.ts'
import type { ToolUses } from '../canonical/usage.ts'
import { addCost, type Bill, type BillState } from './bill.ts'
import { type CacheShare, cacheShare, type EarlierCall, type HostCache } from './cache-share.ts'
import { type Billing, estimateOf, type PlannedCall } from './estimate.ts'

/** What would be sent to a model now. */
export interface NextMessage {
  /** `provider:name`. */
  model: string
  /** ISO 8601. */
  at: string
  /** All of it, about. */
  input_tokens: number
  cache: HostCache
  /** Those to this model that what is sent begins with, in their order. */
  calls: readonly EarlierCall[]
}

/** A turn that was answered to its end: its calls in their order. */
export type AnsweredTurn = readonly AnsweredCall[]

export interface AnsweredCall {
  /** The one that was asked. */
  model: string
  /** All that it was sent, cached or not. */
  input_tokens: number
  output_tokens: number
  tool_uses: ToolUses
}

/** The turns that a range is made of, and whose they are: those of this chat, or of its owner at this model. */
export interface TurnSample {
  of: 'chat' | 'person'
  turns: readonly AnsweredTurn[]
}

/** From the tenth to the ninetieth of a hundred. */
export interface Middle<T> {
  low: T
  high: T
}

export interface NextCost {
  /** What reading it costs, without a word of an answer: at least so much is due. */
  floor: Bill
  /** What can still be read from a cache; null where there is none. */
  cached: CacheShare | null
  /** The same once the cache is gone; null where there is none. */
  without_cache: Bill | null
  /** What the turns of the sample would cost from here; null without any, and without a price. */
  range: Range | null
}

export interface Range {
  of: TurnSample['of']
  turns: number
  /** Decimal strings. */
  usd: Middle<string>
  state: BillState
  /** Of whole turns. */
  output_tokens: Middle<number>
  calls: Middle<number>
}

/** Fewer turns say too little of what is usual. */
export const LEAST_TURNS = 5

/**
 * 2026-11-23: no model of Anthropic keeps fewer than 512 tokens, and each keeps 4,096 (wire-rule 216). Between them nothing is
 * counted as written, for what a message costs at least must not be more than what it costs.
 */
const SURELY_KEPT = 4_096

/**
 * What the next message costs: at least, and by what turns really took. Each turn of the sample is played again from the input
 * of now: what it added to the input between its calls, what it wrote and what tools the provider ran for it stay the same.
 */
export function nextCostOf(message: NextMessage, sample: TurnSample | null, models: Billing): NextCost {
  const cached = cacheShare(message.calls, message.cache, message.at)
  const first = (share: number) => ({ ...plannedInput(message, message.input_tokens, share), output_tokens: 0 })
  return {
    floor: estimateOf(first(cached?.tokens ?? 0), models),
    cached,
    without_cache: cached && estimateOf(first(0), models),
    range: sample && rangeOf(message, cached, sample, models),
  }
}

/** `tokens` of input, of which `share` can be read from a cache. */
function plannedInput({ model, at, cache, calls }: NextMessage, tokens: number, share: number): PlannedInput {
  const cached_input_tokens = Math.min(tokens, share)
  const fresh = tokens - cached_input_tokens
  const planned = { model, at, cached_input_tokens, input_tokens: 0 }
  if (!isWritten({ cache, calls }, tokens)) return { ...planned, input_tokens: fresh }
  const isForAnHour = cache.asked === '1h' && { cache_creation_1h_input_tokens: fresh }
  return { ...planned, cache_creation_input_tokens: fresh, ...isForAnHour }
}

type PlannedInput = Omit<PlannedCall, 'output_tokens'>

/** Whether the host bills what is new as written to its cache: as it did last, else by what is known of how little it keeps. */
function isWritten({ cache, calls }: Pick<NextMessage, 'cache' | 'calls'>, tokens: number): boolean {
  const last = calls.at(-1)?.usage
  if (last && last.cache_creation_input_tokens > 0) return true
  if (cache.asked === null) return false
  if (last && last.cached_input_tokens > 0) return true
  return tokens >= SURELY_KEPT && !(last && last.input_tokens >= SURELY_KEPT)
}

function rangeOf(
  message: NextMessage,
  cached: CacheShare | null,
  { of, turns }: TurnSample,
  models: Billing,
): Range | null {
  const bills = turns.map((turn) => replayed(message, cached, turn, models))
  const priced = bills.filter((bill): bill is Replayed => bill !== null)
  if (priced.length < bills.length) return null
  const usd = priced.map((bill) => new Decimal(bill.usd)).toSorted((a, b) => a.comparedTo(b))
  const isPartial = priced.some(({ state }) => state === 'partial')
  return {
    of,
    turns: turns.length,
    usd: { low: tenth(usd, 1).toFixed(), high: tenth(usd, 9).toFixed() },
    state: isPartial ? 'partial' : 'estimated',
    output_tokens: middle(turns.map(writtenIn)),
    calls: middle(turns.map(({ length }) => length)),
  }
}

interface Replayed {
  usd: string
  state: BillState
}

/** Null without a price. */
function replayed(
  message: NextMessage,
  cached: CacheShare | null,
  turn: AnsweredTurn,
  models: Billing,
): Replayed | null {
  let total: Replayed = { usd: '0', state: 'estimated' }
  let before = cached?.tokens ?? 0
  const begun = turn[0]?.input_tokens ?? 0
  for (const { model, input_tokens, output_tokens, tool_uses } of turn) {
    const tokens = message.input_tokens + Math.max(0, input_tokens - begun)
    const isOwnHost = parseModelId(model)?.provider === parseModelId(message.model)?.provider
    const planned = { ...plannedInput(message, tokens, before), output_tokens, ...(isOwnHost && { tool_uses }) }
    const { cost_usd, state } = estimateOf(planned, models)
    if (cost_usd === null) return null
    total = { usd: addCost(total.usd, cost_usd), state: state === 'partial' ? state : total.state }
    // The next call of the turn follows at once: what was kept of this one is still there.
    before = message.cache.unasked || isWritten(message, tokens) ? tokens : 0
  }
  return total
}

function writtenIn(turn: AnsweredTurn): number {
  return turn.reduce((sum, { output_tokens }) => sum + output_tokens, 0)
}

function middle(counts: readonly number[]): Middle<number> {
  const sorted = counts.toSorted((a, b) => a - b)
  return { low: tenth(sorted, 1), high: tenth(sorted, 9) }
}

/** The smallest that so many tenths of all are not above (nearest rank). */
function tenth<T>(sorted: readonly T[], tenths: number): T {
  const found = sorted[Math.ceil((sorted.length * tenths) / 10) - 1]
  if (found === undefined) throw new RangeError('no tenth of nothing')
  return found
}
