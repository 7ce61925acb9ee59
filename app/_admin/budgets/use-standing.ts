import type { Standing } from '#lib/api/budget.ts'
import { sumOf } from '../../_content/dollars.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'

/** What of a share is said in words and shown as a part. */
export function useStanding({ spent_usd, held_usd, uncertain_usd, left_usd, unpriced_calls }: Standing, limit: string) {
  const { format } = useTexts()
  const words = useAdminTexts().budgets
  const used = Number(sumOf([spent_usd, held_usd]))
  return {
    /** Of 1, and never more. */
    part: Number(limit) === 0 ? 1 : Math.min(1, used / Number(limit)),
    spent: format.roughCost(spent_usd),
    left: format.roughCost(left_usd),
    /** What is not plain to see in the two. */
    notes: [
      held_usd !== '0' ? words.held(format.roughCost(held_usd)) : '',
      uncertain_usd !== '0' ? words.uncertain(format.roughCost(uncertain_usd)) : '',
      unpriced_calls > 0 ? words.unpriced(unpriced_calls) : '',
    ].filter(Boolean),
  }
}
