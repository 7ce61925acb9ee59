import type { OwnBudget } from '#lib/api/budget.ts'

/** What is said beside the composer when a budget comes to its end. */
export const budget_notice = {
  whose: {
    installation: 'The budget',
    person: 'Your budget',
    team: 'The budget of your team',
    member: 'Your budget in the team',
  } satisfies Record<OwnBudget['scope'], string>,
  times: { day: 'for today', month: 'for this month' } satisfies Record<OwnBudget['period'], string>,
  nearly: (whose: string, time: string, left: string, limit: string) =>
    `${whose} ${time} is nearly spent: ${left} of ${limit} are left.`,
  spent: (whose: string, time: string, limit: string) => `${whose} ${time} of ${limit} is spent.`,
  anew: (moment: string) => `It begins anew on ${moment}.`,
  blocks: 'Until then only models that cost nothing are asked.',
  routes: (model: string) => `Until then only ${model} is asked.`,
  ask_it: (model: string) => `Go on with ${model}`,
}
