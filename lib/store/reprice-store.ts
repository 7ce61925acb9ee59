import type { BillableCall } from '../pricing/bill-of-call.ts'
import type { CostState } from '../pricing/call-cost.ts'
import type { UsageRange } from '../usage/usage.ts'
import type { KeptAnswer } from './store.ts'

/** A call of a model whose end is stored, with what it was billed then. */
export interface BilledCall extends BillableCall {
  id: string
  session_id: string | null
  started_by: string
  /** 10^-12 dollars; `null` where it is unpriced, or nothing is known of it. */
  cost_picousd: bigint | null
  cost_state: CostState | null
  pricing_version: string | null
}

/** Between two calls, in the order in which they were begun: behind this one. Without an id, before all of that moment. */
export interface CallPlace {
  /** Microseconds. */
  at: number
  id: string
}

/** Of which its provider says what it billed: a plain decimal. */
export interface ProviderBilledCall extends BilledCall {
  provider_usd: string
}

/** All that a dry run is given: there is no way to write in it. */
export interface BilledCallReader {
  /** At most `limit` of those that lie between, and the place behind them; `null` where no more follow. */
  page(after: CallPlace, before: CallPlace, limit: number): Promise<{ calls: BilledCall[]; next: CallPlace | null }>
}

/** Calls of which the provider says what it billed. */
export interface ProviderBilledReader {
  /** At most `limit` of those from `from` on and before that place, the newest first; `next` is the place that they reach back to. */
  providerBilled(
    from: number,
    before: CallPlace,
    limit: number,
  ): Promise<{ calls: ProviderBilledCall[]; next: CallPlace | null }>
  /** How many of those there are. */
  countProviderBilled(range: UsageRange): Promise<number>
}

export type RepriceState = 'applying' | 'applied' | 'reverting' | 'reverted'

/** What calls of a time cost by another version of the prices, kept beside what they were billed. */
export interface Reprice {
  id: string
  /** ISO 8601; calls that begin then or later, and before `to`. */
  from: string
  to: string
  pricing_version: string
  reason: string
  author: string
  created_at: string
  state: RepriceState
  /** Up to where it holds: it goes from the beginning to the end, and back where it is reverted. */
  reached: CallPlace
  /** Those that it has looked at, and those of them that it gave another cost. */
  calls: number
  changed_calls: number
  ended_at: string | null
}

export type NewReprice = Omit<Reprice, 'state' | 'reached' | 'calls' | 'changed_calls' | 'ended_at'>

/** What a call costs by the version of the reprice. */
export interface RepricedCost {
  call_id: string
  cost_usd: string
  cost_picousd: bigint
  cost_state: CostState
}

/** One that is kept. */
export interface KeptCost extends RepricedCost {
  /** It was billed something else: then the sums of usage change. */
  is_other: boolean
}

/** A step of a reprice: of the calls between two places those that get a cost. */
export interface RepricedPage {
  id: string
  pricing_version: string
  after: CallPlace
  reached: CallPlace
  /** How many were looked at. */
  calls: number
  costs: readonly KeptCost[]
  /** When it ended, for the last page. */
  ended_at: string | null
}

/** What calls cost by other versions. What they were billed is never touched. */
export interface RepriceStore {
  /** The latest first. */
  list(): Promise<Reprice[]>
  find(id: string): Promise<Reprice | null>
  /** Those that are not at their end, the earliest first. */
  unfinished(): Promise<Reprice[]>
  /**
   * With the answer under its request's key. Where calls of its time are repriced by another version, or a reprice of them
   * is being reverted, nothing is stored and the id of that one comes back.
   */
  begin(reprice: NewReprice, kept?: KeptAnswer): Promise<{ begun: true } | { begun: false; conflict: string }>
  /** All of the page or nothing, and with it the sums of usage. False where it is not at `after` (any more). */
  apply(page: RepricedPage): Promise<boolean>
  /** From now on it is taken back; null where there is no such reprice. */
  beginRevert(id: string): Promise<Reprice | null>
  /** Takes back the last `limit` of its costs. False where none were left, and it has ended. */
  revertPage(id: string, limit: number, ended_at: string): Promise<boolean>
  /** The cost of a call by the version that it is repriced by. */
  costOf(callId: string): Promise<{ cost_usd: string; cost_state: CostState; reprice: Reprice } | null>
}
