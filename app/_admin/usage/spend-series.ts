import { median } from 'd3-array'
import { type Costs, costsOfAll } from './costs.ts'
import type { UsageRow } from './use-usage.ts'

/** What was spent in one bar, together and of each series. */
export interface SpentBar extends Costs {
  begins: string
  parts: readonly Costs[]
}

/** What was spent on a model, or on all those (`null`) that have no series of their own. */
export interface SpentSeries extends Costs {
  model: string | null
  models: number
}

type Row = Costs & Pick<UsageRow, 'key' | 'bucket'>

/** As many as can be told apart. */
const MOST_SERIES = 4

/** The dearest models by themselves and the others together, in every bucket of the range. */
export function spentOverTime(
  rows: readonly Row[],
  buckets: readonly string[],
): { series: readonly SpentSeries[]; bars: readonly SpentBar[] } {
  const models = [...Map.groupBy(rows, ({ key }) => key ?? '')]
    .map(([model, own]): SpentSeries => ({ model, models: 1, ...costsOfAll(own) }))
    .toSorted((a, b) => Number(b.cost_usd ?? -1) - Number(a.cost_usd ?? -1))
  const named = models.length > MOST_SERIES + 1 ? models.slice(0, MOST_SERIES) : models
  const others = models.slice(named.length)
  const rest: SpentSeries = { model: null, models: others.length, ...costsOfAll(others) }
  const series: readonly SpentSeries[] = others.length > 0 ? [...named, rest] : named
  const names = new Set(named.map(({ model }) => model))
  const seriesOf = ({ key }: Row) => (names.has(key ?? '') ? (key ?? '') : null)
  const byBucket = Map.groupBy(rows, ({ bucket = '' }) => Date.parse(bucket))
  return {
    series,
    bars: buckets.map((begins) => {
      const own = byBucket.get(Date.parse(begins)) ?? []
      const bySeries = Map.groupBy(own, seriesOf)
      return {
        begins,
        ...costsOfAll(own),
        parts: series.map(({ model }) => costsOfAll(bySeries.get(model) ?? [])),
      }
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
