import type { BudgetStanding } from './budget.ts'

/** A message that no budget has room for. Nothing was sent. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError'
  readonly reason: 'spent' | 'unpriced'
  /** The one that stands in the way, as it stood. */
  readonly standing: BudgetStanding
  /** What the message was expected to cost; `null` where its model has no price. */
  readonly estimate_usd: string | null

  constructor(standing: BudgetStanding, estimate_usd: string | null, model: string) {
    super(estimate_usd === null ? unpriced(standing, model) : spent(standing, estimate_usd))
    this.reason = estimate_usd === null ? 'unpriced' : 'spent'
    this.standing = standing
    this.estimate_usd = estimate_usd
  }
}

/** Two names or limits for the same spending. */
export class BudgetTakenError extends Error {
  override readonly name = 'BudgetTakenError'
  constructor() {
    super('there is a budget for this already; change its limit, or delete it first')
  }
}

/** Somebody, or a team, that is not here, or not any more. Nothing was stored. */
export class BudgetSubjectError extends Error {
  override readonly name = 'BudgetSubjectError'
  readonly field: 'person_id' | 'team_id'

  constructor(field: 'person_id' | 'team_id') {
    super(field === 'person_id' ? 'there is no such person' : 'there is no such team')
    this.field = field
  }
}

export class UnknownBudgetError extends Error {
  override readonly name = 'UnknownBudgetError'
}

function spent({ budget, left_usd, spent_usd, ends_at, held_usd }: BudgetStanding, estimate: string): string {
  const running = held_usd === '0' ? '' : `, and answers that are being written may take $${held_usd}`
  const rest = `of the ${nameOf(budget)} of $${budget.limit_usd} $${spent_usd} is spent${running}`
  const way = budget.route_to === null ? '' : `; ${budget.route_to} can still be asked`
  return `this message may cost about $${estimate}, and ${rest}, so that $${left_usd} is left until ${ends_at}${way}`
}

function unpriced({ budget }: BudgetStanding, model: string): string {
  return `${model} has no price, and the ${nameOf(budget)} of $${budget.limit_usd} could not count it: give it a price, or let the budget allow models without one`
}

function nameOf({ scope, period }: BudgetStanding['budget']): string {
  const whose = {
    installation: 'budget of this installation',
    person: 'budget',
    team: 'budget of the team',
    member: 'budget in the team',
  }
  return `${whose[scope]} for a ${period}`
}
