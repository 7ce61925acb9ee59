import { toPicoDollars } from '#lib/canonical/pico-dollars.ts'
import { problemOfRate } from '#lib/pricing/rate-fault.ts'
import type { ListedBudget, SaidBudget } from '../../_client/use-budgets.ts'
import type { AdminTexts } from '../../_texts/admin-texts.ts'
import { rateReason } from '../prices/price-words.ts'

/** What is being said of a budget. */
export interface BudgetForm {
  scope: 'installation' | 'person'
  period: SaidBudget['period']
  limit: string
  ends: 'block' | 'route'
  route_to: string
  allows_unpriced: boolean
}

export function formOf(budget: ListedBudget | null): BudgetForm {
  return {
    scope: budget?.scope === 'person' ? 'person' : 'installation',
    period: budget?.period ?? 'month',
    limit: budget?.limit_usd ?? '',
    ends: budget?.route_to ? 'route' : 'block',
    route_to: budget?.route_to ?? '',
    allows_unpriced: budget?.allows_unpriced ?? false,
  }
}

/** What is wrong with it, by field. */
export function faultsOfForm(
  { limit, ends, route_to }: BudgetForm,
  { budgets, prices }: AdminTexts,
): { limit: string | null; route_to: string | null } {
  const said = limit.trim()
  const problem = problemOfRate(said)
  const limitFault =
    said === ''
      ? budgets.limit_missing
      : problem
        ? rateReason(prices, problem)
        : toPicoDollars(said) === null
          ? budgets.limit_too_large
          : null
  return { limit: limitFault, route_to: ends === 'route' && route_to === '' ? budgets.route_missing : null }
}

/** What can be changed of one that is there. */
export function changeOf({ limit, ends, route_to, allows_unpriced }: BudgetForm) {
  return { limit_usd: limit.trim(), route_to: ends === 'route' ? route_to : null, allows_unpriced }
}
