import type { RoutingRules } from '#lib/routing/routing-rules.ts'
import { RuleSet } from '#lib/routing/rules/rule-set.ts'

/** Of an installation whose admin has written none. */
export const NO_RULES: Pick<RoutingRules, 'forTurn'> = {
  forTurn: async () => ({
    set: new RuleSet({ time_zone: 'UTC' }, (name) => name),
    looked: { now: 0, cost_today_usd: null, team_budget_remaining_usd: null },
    problem: null,
  }),
}
