import type { Budget } from '#lib/budgets/budget.ts'

/** A budget of everybody together for a day; `fields` are what a test is about. */
export function budgetOf(fields: Partial<Budget> = {}): Budget {
  return {
    id: 'b',
    scope: 'installation',
    person_id: null,
    team_id: null,
    period: 'day',
    time_zone: 'UTC',
    limit_usd: '1',
    route_to: null,
    allows_unpriced: false,
    author: 'local',
    created_at: '2026-11-23T11:00:00.000000Z',
    ...fields,
  }
}
