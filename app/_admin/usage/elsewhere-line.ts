import type { ElsewhereAnswer } from './use-usage.ts'

/** Of a model, or (`null`) of what really was. */
export interface ElsewhereLine {
  model: string | null
  usd: string | null
  low: string | null
  high: string | null
}

/** As many models as are shown at first. */
const FIRST = 10

/**
 * The cheapest first, with what it was in its place. At first those that are nearest to it are shown, cheaper and dearer
 * ones; `left` is how many are not.
 */
export function elsewhereLines(
  { cost_usd: paid }: ElsewhereAnswer['as_it_was'],
  models: NonNullable<ElsewhereAnswer['models']>,
  showsAll: boolean,
): { lines: readonly ElsewhereLine[]; left: number } {
  const own: ElsewhereLine = { model: null, usd: paid, low: paid, high: paid }
  const all = models.map(
    ({ model, cost_usd, low_usd, high_usd }): ElsewhereLine => ({ model, usd: cost_usd, low: low_usd, high: high_usd }),
  )
  const distance = ({ usd }: ElsewhereLine) => {
    const times = Math.abs(Math.log(Number(usd ?? 0) / Number(paid ?? 0)))
    return Number.isFinite(times) ? times : Number.MAX_VALUE
  }
  const shown = showsAll ? all : all.toSorted((a, b) => distance(a) - distance(b)).slice(0, FIRST)
  const lines = [...shown, own].toSorted((a, b) => costOf(a) - costOf(b))
  return { lines, left: all.length - shown.length }
}

/** What has no price comes last. */
function costOf({ usd }: ElsewhereLine): number {
  return usd === null ? Number.POSITIVE_INFINITY : Number(usd)
}
