import type { Budget } from '#lib/api/budget.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** Whose spending it counts, and in which time. */
export function useBudgetName({ scope, person_id = null, period }: Pick<Budget, 'scope' | 'period'> & Partial<Budget>) {
  const words = useAdminTexts().budgets
  const isOne = person_id !== null && (scope === 'person' || scope === 'member')
  return words.name(isOne ? words.one[scope] : words.whose_names[scope], words.times[period])
}
