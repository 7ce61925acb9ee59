import { z } from 'zod'
import { toPicoDollars } from '../canonical/pico-dollars.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { rateFault } from '../pricing/rate-fault.ts'
import type { Endpoint } from './endpoint.ts'
import { KEYED, ModelName } from './request.ts'
import { isTimeZone } from './time-zone.ts'

const Scope = z.enum(['installation', 'person', 'team', 'member'])
const Period = z.enum(['day', 'month'])
const Dollars = z.string()

/** A decimal string in US dollars; what is wrong with another is said in words. */
const Limit = z.string('an amount as a text, like "20"').superRefine((said, { addIssue }) => {
  const fault =
    (said === '' ? 'there is no amount' : rateFault(said)) ??
    (toPicoDollars(said) === null ? `${said} is more than 999,999` : null)
  if (fault !== null) addIssue(fault)
})

const Name = z.string().min(1).max(200)

const Budget = z.object({
  id: z.string(),
  scope: Scope,
  /** `null` for none: everybody has a share of their own. */
  person_id: z.string().nullable(),
  team_id: z.string().nullable(),
  period: Period,
  /** Whose midnight it begins at. */
  time_zone: z.string(),
  limit_usd: Dollars,
  /** The only model that is asked once it is spent; `null`: none is. */
  route_to: z.string().nullable(),
  /** Whether a model may be asked that has no price, and so is not counted. */
  allows_unpriced: z.boolean(),
  author: z.string(),
  created_at: Timestamp,
})
export type Budget = z.infer<typeof Budget>

const Standing = z.object({
  /** Whose share it is; `null` where all of it is one. */
  person_id: z.string().nullable(),
  spent_usd: Dollars,
  /** Part of `spent_usd`: estimates of calls whose end nobody saw, and which may have been billed. */
  uncertain_usd: Dollars,
  /** What calls that run may still take. */
  held_usd: Dollars,
  left_usd: Dollars,
  level: z.enum(['under', 'over_80', 'over_95', 'spent']),
  /** Calls that are not in it, or not whole, for want of a price. */
  unpriced_calls: z.number().int().nonnegative(),
  starts_at: Timestamp,
  ends_at: Timestamp,
})
export type Standing = z.infer<typeof Standing>

const OwnBudget = Budget.omit({ author: true, created_at: true }).extend({ standing: Standing })
export type OwnBudget = z.infer<typeof OwnBudget>

export const listOwnBudgets = {
  id: 'listOwnBudgets',
  tag: 'installation',
  needs: 'member',
  summary: 'The budgets that count what whoever asks spends, the one nearest to its end first',
  answer: { status: 200, json: z.object({ budgets: z.array(OwnBudget) }) },
  errors: [],
} as const satisfies Endpoint

export const listBudgets = {
  id: 'listBudgets',
  tag: 'prices',
  needs: 'admin',
  summary: 'Every budget and how it stands today, or this month',
  description: 'Of a budget of which everybody has a share, the hundred largest are named.',
  answer: {
    status: 200,
    json: z.object({
      budgets: z.array(
        Budget.extend({
          standings: z.array(Standing),
          /** How many have spent something of it; 1 where all of it is one. */
          share_count: z.number().int().nonnegative(),
        }),
      ),
    }),
  },
  errors: [],
} as const satisfies Endpoint

export const createBudget = {
  id: 'createBudget',
  tag: 'prices',
  needs: 'admin',
  summary: 'Limits what may be spent in a day or a month',
  description:
    'Of all (`installation`), of a person, of a team or of a member of a team; a person or member who is not named is everybody, each with a share of their own; who or what is named must be there. What was spent since the day or month began counts already. Before a model is called its estimated cost is kept back, and settled by what it comes to; a call whose end nobody saw counts as it was estimated. Once there is too little left a message is refused with `budget_spent`, or answered by `route_to` where nobody asked for another model. One budget of a kind for the day, and one for the month.',
  headers: KEYED,
  body: {
    json: z
      .strictObject({
        scope: Scope,
        person_id: Name.nullable().default(null),
        team_id: Name.nullable().default(null),
        period: Period,
        time_zone: z.string().refine(isTimeZone, 'a time zone like Europe/Berlin').default('UTC'),
        limit_usd: Limit,
        route_to: ModelName.nullable().default(null),
        allows_unpriced: z.boolean().default(false),
      })
      .superRefine(({ scope, person_id, team_id }, { addIssue }) => {
        const isOfTeam = scope === 'team' || scope === 'member'
        if (isOfTeam !== (team_id !== null)) {
          const message = isOfTeam ? 'of which team it is' : `a budget of scope ${scope} has no team`
          addIssue({ code: 'custom', path: ['team_id'], message })
        }
        if (person_id !== null && (scope === 'installation' || scope === 'team')) {
          addIssue({ code: 'custom', path: ['person_id'], message: `a budget of scope ${scope} is of nobody alone` })
        }
      }),
  },
  answer: { status: 201, json: Budget },
  errors: [
    'invalid_request',
    'unknown_model',
    'budget_taken',
    'idempotency_mismatch',
    'too_large',
    'unsupported_media',
  ],
} as const satisfies Endpoint

export const changeBudget = {
  id: 'changeBudget',
  tag: 'prices',
  needs: 'admin',
  summary: 'Changes a limit, and what happens at it, from the next message on',
  body: {
    json: z.strictObject({
      limit_usd: Limit.optional(),
      route_to: ModelName.nullable().optional(),
      allows_unpriced: z.boolean().optional(),
    }),
  },
  answer: { status: 200, json: Budget },
  errors: ['invalid_request', 'not_found', 'unknown_model', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const deleteBudget = {
  id: 'deleteBudget',
  tag: 'prices',
  needs: 'admin',
  summary: 'Ends a limit; what was spent stays in the usage',
  answer: { status: 204 },
  errors: ['not_found'],
} as const satisfies Endpoint
