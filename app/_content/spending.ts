import type { Texts } from '../_texts/texts.ts'

type Words = Pick<Texts, 'models' | 'format'>

/** What was spent: the amount, a lower bound where a part of it has no price, or that it has none. Never zero for unknown. */
export function spendingLabel({ models, format }: Words, usd: string | null, unpricedCalls: number): string {
  if (usd === null || isNothingKnown(usd, unpricedCalls)) return models.no_price
  return unpricedCalls > 0 ? models.at_least(format.amount(usd)) : format.amount(usd)
}

/** The same for a narrow place. */
export function roughSpendingLabel({ models, format }: Words, usd: string | null, unpricedCalls: number): string {
  if (usd === null || isNothingKnown(usd, unpricedCalls)) return models.no_price
  return unpricedCalls > 0 ? models.at_least(format.roughLeast(usd)) : format.roughCost(usd)
}

/** What the amount is, and what is missing in it. */
export function spendingDetail({ models }: Pick<Words, 'models'>, what: string, unpricedCalls: number): string {
  return unpricedCalls === 0 ? what : models.unpriced(what, unpricedCalls)
}

function isNothingKnown(usd: string, unpricedCalls: number): boolean {
  return unpricedCalls > 0 && Number(usd) === 0
}
