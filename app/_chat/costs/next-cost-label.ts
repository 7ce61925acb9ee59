import type { LateTexts, Texts } from '../../_texts/texts.ts'
import type { NextCost } from './use-next-costs.ts'

type Words = Pick<Texts, 'models' | 'format'>

/** What is due at least, in a column that says that it is so. */
export function floorLabel({ models, format }: Words, { cost_usd, free }: Pick<NextCost, 'cost_usd' | 'free'>): string {
  if (cost_usd === null) return models.no_price
  return free ? models.free : format.roughLeast(cost_usd)
}

/** From what to what; null where nothing is known of it. */
export function rangeLabel(
  { models, format }: Words,
  { costs: words }: Pick<LateTexts, 'costs'>,
  { range, free }: Pick<NextCost, 'range' | 'free'>,
): string | null {
  if (!range) return null
  const { low, high } = range.usd
  if (free && Number(high) === 0) return models.free
  const said = words.from_to(format.roughCost(low), format.roughCost(high))
  return range.state === 'partial' ? models.at_least(said) : said
}
