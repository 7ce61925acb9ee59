import { toPicoDollars } from '#lib/canonical/pico-dollars.ts'
import { problemOfRate } from '#lib/pricing/rate-fault.ts'
import type { ListedBudget, SaidBudget } from '../../_client/use-budgets.ts'
import type { AdminTexts } from '../../_texts/admin-texts.ts'
import { rateReason } from '../prices/price-words.ts'

/** Whose spending a new budget counts, as it is chosen. */
export type Whose = keyof AdminTexts['budgets']['whose_names']

/** What is being said of a budget; a choice that was not made is empty. */
export interface BudgetForm {
  whose: Whose
  person_id: string
  team_id: string
  period: SaidBudget['period']
  limit: string
  ends: 'block' | 'route'
  route_to: string
  allows_unpriced: boolean
}

/** What is wrong with it, by field. */
export type BudgetFaults = Record<'person_id' | 'team_id' | 'limit' | 'route_to', string | null>

/** Whom a budget counts is asked of a new one alone. */
export function formOf(budget: ListedBudget | null): BudgetForm {
  return {
    whose: 'installation',
    person_id: '',
    team_id: '',
    period: budget?.period ?? 'month',
    limit: budget?.limit_usd ?? '',
    ends: budget?.route_to ? 'route' : 'block',
    route_to: budget?.route_to ?? '',
    allows_unpriced: budget?.allows_unpriced ?? false,
  }
}

export const isOfPerson = (whose: Whose) => whose === 'person'
export const isOfTeam = (whose: Whose) => whose === 'team' || whose === 'member'

/** `gone`: the choice that the server did not know, and that was taken back. */
export function faultsOfForm(
  { whose, person_id, team_id, limit, ends, route_to }: BudgetForm,
  gone: 'person_id' | 'team_id' | null,
  { budgets, prices }: AdminTexts,
): BudgetFaults {
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
  const personFault = gone === 'person_id' ? budgets.person_gone : budgets.person_missing
  const teamFault = gone === 'team_id' ? budgets.team_gone : budgets.team_missing
  return {
    person_id: isOfPerson(whose) && person_id === '' ? personFault : null,
    team_id: isOfTeam(whose) && team_id === '' ? teamFault : null,
    limit: limitFault,
    route_to: ends === 'route' && route_to === '' ? budgets.route_missing : null,
  }
}

/** What stays of one once it is there. */
export function subjectOf({ whose, person_id, team_id, period }: BudgetForm) {
  return {
    scope: whose === 'each_person' ? 'person' : whose,
    period,
    ...(isOfPerson(whose) && { person_id }),
    ...(isOfTeam(whose) && { team_id }),
  } satisfies Partial<SaidBudget>
}

/** What can be changed of one that is there. */
export function changeOf({ limit, ends, route_to, allows_unpriced }: BudgetForm) {
  return { limit_usd: limit.trim(), route_to: ends === 'route' ? route_to : null, allows_unpriced }
}
