import { median } from 'd3-array'
import { type Costs, costsOfAll } from './costs.ts'
import type { UsageRow } from './use-usage.ts'

/** What was spent in one bar, together and of each series. */
export interface SpentBar extends Costs {
  begins: string
  parts: readonly Costs[]
}

/** What was spent on one of those that are told apart, or on all of them that have no series of their own. */
export interface SpentSeries extends Costs {
  of: { key: string | null } | { others: number }
}

type Row = Costs & Pick<UsageRow, 'key' | 'bucket'>

/** As many as can be told apart. */
const MOST_SERIES = 4

/** The dearest by themselves and the others together, in every bucket of the range. */
export function spentOverTime(
  rows: readonly Row[],
  buckets: readonly string[],
): { series: readonly SpentSeries[]; bars: readonly SpentBar[] } {
  const all = [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, own]) => ({ key, ...costsOfAll(own) }))
    .toSorted((a, b) => Number(b.cost_usd ?? -1) - Number(a.cost_usd ?? -1))
  const named = all.length > MOST_SERIES + 1 ? all.slice(0, MOST_SERIES) : all
  const others = all.slice(named.length)
  const series = named.map(({ key, ...costs }): SpentSeries => ({ of: { key }, ...costs }))
  if (others.length > 0) series.push({ of: { others: others.length }, ...costsOfAll(others) })
  const place = new Map(named.map(({ key }, index) => [key, index]))
  const byBucket = Map.groupBy(rows, ({ bucket = '' }) => Date.parse(bucket))
  return {
    series,
    bars: buckets.map((begins) => {
      const own = byBucket.get(Date.parse(begins)) ?? []
      const parts = Map.groupBy(own, ({ key }) => place.get(key) ?? named.length)
      return { begins, ...costsOfAll(own), parts: series.map((_, index) => costsOfAll(parts.get(index) ?? [])) }
    }),
  }
}

const CLEARLY = { overNext: 1.8, overUsual: 3, bars: 5 }

/** The one bar that is far above all others; `null` where none is. */
export function outlierOf(bars: readonly SpentBar[]): number | null {
  const heights = bars.map(({ cost_usd }) => Number(cost_usd ?? 0))
  const spent = heights.filter((height) => height > 0).toSorted((a, b) => b - a)
  const [highest = 0, next = 0] = spent
  if (spent.length < CLEARLY.bars) return null
  const isFar = highest >= next * CLEARLY.overNext && highest >= (median(spent) ?? 0) * CLEARLY.overUsual
  return isFar ? heights.indexOf(highest) : null
}
