import type { PriceTable } from '#lib/pricing/price.ts'
import { problemOfRate, type RateProblem } from '#lib/pricing/rate-fault.ts'

type Fees = NonNullable<PriceTable['tool_fees_per_1000_usd']>
type Sources = NonNullable<PriceTable['tool_fee_sources']>

/** What differs from a version, by `provider tool`: what was typed, right or wrong; an empty text takes a fee away. */
export type FeeChanges = Readonly<Record<string, string>>

export interface FeeRow {
  provider: string
  tool: string
  /** `undefined`: none. */
  usd: string | undefined
  before: string | undefined
  problem: { problem: RateProblem; text: string } | null
}

const keyOf = (provider: string, tool: string) => `${provider} ${tool}`

/** Those of the version in their order, and behind them those that it has not. */
export function feeRows(base: Fees, changes: FeeChanges): FeeRow[] {
  const known = Object.entries(base).flatMap(([provider, of]) => Object.keys(of).map((tool) => keyOf(provider, tool)))
  const keys = [...new Set([...known, ...Object.keys(changes)])]
  return keys.map((key) => {
    const [provider = '', tool = ''] = key.split(' ')
    const before = feeIn(base, provider, tool)
    const said = changes[key]
    const usd = said === undefined ? before : said === '' ? undefined : said
    // A fee that was asked for and has no amount yet is none that could be published.
    const isMissing = usd === undefined && before === undefined
    return { provider, tool, usd, before, problem: usd === undefined && !isMissing ? null : problemOfRate(usd) }
  })
}

export function withFee(base: Fees, changes: FeeChanges, provider: string, tool: string, text: string): FeeChanges {
  const { [keyOf(provider, tool)]: _before, ...others } = changes
  return text === (feeIn(base, provider, tool) ?? null) ? others : { ...others, [keyOf(provider, tool)]: text }
}

/** Without a fee that the version has not either. */
export function withoutFee(changes: FeeChanges, provider: string, tool: string): FeeChanges {
  const { [keyOf(provider, tool)]: _gone, ...others } = changes
  return others
}

/** All of them, as they are published. Where a fee was read says nothing of another one in its place. */
export function publishedFees(base: Fees, sources: Sources, changes: FeeChanges): { fees: Fees; sources: Sources } {
  const fees: Record<string, Record<string, string>> = {}
  for (const { provider, tool, usd } of feeRows(base, changes)) {
    if (usd !== undefined) fees[provider] = { ...fees[provider], [tool]: usd }
  }
  const changed = new Set(Object.keys(changes).map((key) => key.split(' ')[0]))
  const kept = Object.entries(sources).filter(([provider]) => fees[provider] && !changed.has(provider))
  return { fees, sources: Object.fromEntries(kept) }
}

function feeIn(fees: Fees, provider: string, tool: string): string | undefined {
  const of: Readonly<Record<string, string | undefined>> = Object.hasOwn(fees, provider) ? (fees[provider] ?? {}) : {}
  return of[tool]
}
