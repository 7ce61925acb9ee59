import type { BudgetStanding } from '../budgets/budget.ts'
import { BudgetSpentError } from '../budgets/budget-error.ts'
import type { Budgets } from '../budgets/budgets.ts'
import type { SessionSettings } from '../canonical/session-settings.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import { type Billing, estimateOf } from '../pricing/estimate.ts'
import type { Principal } from '../principal.ts'
import type { RouteRequest } from './route.ts'

/**
 * Tokens that an answer is expected to take. 2026-11-23: nobody knows how long it will be, and what it may be at most costs
 * dollars with some models, so that a budget would refuse nearly everything; an answer that is longer passes the limit by what it is longer.
 */
const EXPECTED_OUTPUT = 1_000

/** What is asked of the budgets before a model is called. */
export interface BudgetedCall {
  /** Of the turn, or of a request that is part of none. */
  hold_id: string
  model: AvailableModel
  input_tokens: number
  settings: Pick<SessionSettings, 'max_output_tokens'>
  /** ISO 8601. */
  at: string
}

/** Keeps back what a call is expected to cost. Throws a `BudgetSpentError`; nothing is kept back then. */
export async function holdFor(
  { budgets, models }: { budgets: Pick<Budgets, 'hold'>; models: Billing },
  principal: Principal,
  { hold_id, model, input_tokens, settings, at }: BudgetedCall,
): Promise<void> {
  const most = settings.max_output_tokens ?? model.capabilities.max_output_tokens
  const output_tokens = Math.min(EXPECTED_OUTPUT, most)
  const estimate = estimateOf({ model: model.id, input_tokens, output_tokens, at }, models)
  await budgets.hold(principal, { hold_id, model: model.id, estimate })
}

export type Rule = NonNullable<RouteRequest['rule']>

/** The rule of a spent budget that names the model to go on with; `null` where it names none. */
export function ruleOf({ budget }: BudgetStanding): Rule | null {
  const { route_to, limit_usd, period } = budget
  if (route_to === null) return null
  const rule =
    period === 'day' ? `rule cost_today_exceeds_usd ${limit_usd}` : `rule of the budget of $${limit_usd} a month`
  return { model: route_to, reason: `${rule}: it is spent` }
}

/** What a message may be tried with again that a budget refused; `null` where it is refused for good. */
export function wayOn(error: unknown): Rule | null {
  return error instanceof BudgetSpentError && error.reason === 'spent' ? ruleOf(error.standing) : null
}
