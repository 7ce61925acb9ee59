import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'
import { EVENT_PAYLOADS } from '../events/catalog.ts'
import type { Endpoint } from './endpoint.ts'
import { RuleFault } from './error.ts'
import { YAML } from './routing-rule.ts'

export const MOST_TURNS = 1_000

const Count = z.number().int().nonnegative()
const Dollars = z.string().nullable()

/** `unpriced_…` above zero: it is at least so much. */
const Costs = z.object({ cost_before: Dollars, cost_after: Dollars, unpriced_before: Count, unpriced_after: Count })

const Part = z.object({
  says: z.string(),
  value: z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]).nullable(),
  holds: z.boolean(),
  /** Deeper ones are what the one before them is made of. */
  depth: Count,
})

const TriedRule = z.object({ name: z.string(), model: z.string(), holds: z.boolean(), because: z.array(Part) })
export type TriedRule = z.infer<typeof TriedRule>

const TriedMessage = EVENT_PAYLOADS['route.decided'].extend({ rule: z.string().nullable(), rules: z.array(TriedRule) })
export type TriedMessage = z.infer<typeof TriedMessage>

const Change = Costs.extend({
  turn_id: z.string().nullable(),
  session_id: z.string().nullable(),
  started_at: Timestamp,
  before: z.string(),
  after: z.string().nullable(),
  rule: z.string().nullable(),
  reason: z.string(),
})
export type RouteChange = z.infer<typeof Change>

const DryRun = Costs.extend({
  hints: z.array(RuleFault),
  message: TriedMessage.nullable(),
  looked_at: Count,
  unchanged: Count,
  not_affected: Count,
  changes: z.array(Change),
  as_now: z.array(z.string()),
})

export const dryRunRouting = {
  id: 'dryRunRouting',
  tag: 'models',
  needs: 'admin',
  summary: 'What routing rules would choose, without saving them',
  description:
    'With `message` how a message with that text would be routed now, in that chat of one’s own or in a new one, with each rule up to the first that holds and what each part of it comes to. With `turns` the latest turns of the installation decided once more; 0 looks at none, so that the text alone is checked. A turn whose model a person chose, or a spent budget, is not affected. `changes` are those that another model would have answered, with what they cost and what the same tokens would have cost there; ids are given for chats of one’s own. Costs at the top are of all that were looked at. `as_now` names the predicates whose facts of the past nobody noted: they are taken as they are now.',
  body: {
    // The text alone, looked at with the latest turns.
    or: YAML,
    json: z.strictObject({
      text: z.string().max(1_000_000, 'is longer than 1,000,000 characters'),
      message: z
        .strictObject({ text: z.string().min(1).max(100_000), session_id: z.string().max(100).optional() })
        .optional(),
      turns: z.number().int().min(0).max(MOST_TURNS).default(MOST_TURNS),
    }),
  },
  answer: { status: 200, json: DryRun },
  errors: ['invalid_request', 'invalid_rules', 'not_found', 'unknown_model', 'too_large'],
} as const satisfies Endpoint
