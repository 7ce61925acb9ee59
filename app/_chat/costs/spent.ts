import { sumOf } from '../../_content/dollars.ts'
import type { Call } from './use-calls.ts'

/** Calls added up. */
export interface Spent {
  calls: number
  read: number
  from_cache: number
  wrote: number
  /** Exact; `null` where nothing of it has a price though something was counted. */
  cost_usd: string | null
  /** Without a price, or with a part that has none. */
  unpriced: number
  /** Nobody saw their end, and they may have been billed. */
  unknown: number
  saved_usd: string
}

export function spentOn(calls: readonly Call[]): Spent {
  const count = (of: keyof NonNullable<Call['tokens']>) =>
    calls.reduce((sum, { tokens }) => sum + (tokens?.[of] ?? 0), 0)
  const unpriced = calls.filter(
    ({ tokens, cost_usd, state }) => tokens && (cost_usd === null || state === 'partial'),
  ).length
  const cost_usd = sumOf(calls.map((call) => call.cost_usd))
  return {
    calls: calls.length,
    read: count('input_tokens') + count('cache_creation_input_tokens'),
    from_cache: count('cached_input_tokens'),
    wrote: count('output_tokens'),
    cost_usd: unpriced > 0 && Number(cost_usd) === 0 ? null : cost_usd,
    unpriced,
    unknown: calls.filter(({ state }) => state === 'unknown').length,
    saved_usd: sumOf(calls.map(({ cache_saved_usd }) => cache_saved_usd)),
  }
}

/** The dearest first. */
export function spentBy<K>(calls: readonly Call[], keyOf: (call: Call) => K): { key: K; spent: Spent }[] {
  return [...Map.groupBy(calls, keyOf)]
    .map(([key, some]) => ({ key, spent: spentOn(some) }))
    .toSorted((a, b) => Number(b.spent.cost_usd ?? 0) - Number(a.spent.cost_usd ?? 0))
}
