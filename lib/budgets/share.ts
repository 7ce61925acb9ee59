import type { Principal } from '../principal.ts'
import type { BudgetShare } from '../store/budget-store.ts'
import { nextOf, startOf } from '../usage/time-bucket.ts'
import { DAY, offsetsOf } from '../usage/time-zone.ts'
import type { Budget, BudgetPeriod } from './budget.ts'

/** The day or the month of a time zone that a moment is in, in microseconds. */
export function periodAt(period: BudgetPeriod, zone: string, at: number): { starts_at: number; ends_at: number } {
  const offsets = offsetsOf(zone, at - 40 * DAY, at + 40 * DAY)
  const starts_at = startOf(period, at, offsets)
  return { starts_at, ends_at: nextOf(period, starts_at, offsets) }
}

/** What somebody's spending counts for at a moment; none where the budget is not about them. */
export function shareOf(budget: Budget, principal: Principal, at: number): BudgetShare[] {
  const subject = subjectOf(budget, principal)
  if (subject === null) return []
  return [{ budget_id: budget.id, subject, starts_at: periodAt(budget.period, budget.time_zone, at).starts_at }]
}

/** Whose share it would be: `''` where all of the budget is one, `null` where they have none. */
function subjectOf({ scope, person_id, team_id }: Budget, { id, teams }: Principal): string | null {
  if (scope === 'installation') return ''
  if (scope !== 'person' && !teams.includes(team_id ?? '')) return null
  if (scope === 'team') return ''
  if (person_id === null) return id
  return person_id === id ? '' : null
}
