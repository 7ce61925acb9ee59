import type { Budget, BudgetStanding } from '#lib/budgets/budget.ts'

/** How a budget stands for somebody, as it goes out. */
export function standingAnswer({ budget: _budget, subject, ...standing }: BudgetStanding) {
  return { person_id: subject, ...standing }
}

/** What a person is told of a budget that counts them. */
export function ownBudgetAnswer(standing: BudgetStanding) {
  const { author: _author, created_at: _created, ...budget }: Budget = standing.budget
  return { ...budget, standing: standingAnswer(standing) }
}
