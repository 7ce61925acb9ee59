import { z } from 'zod'
import { orNewer } from '../canonical/or-newer.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { RejectionReason } from '../events/catalog.ts'
import { CostLine, CostState, Dollars } from './call-cost.ts'
import type { Endpoint } from './endpoint.ts'
import { ModelName } from './request.ts'

const MOST_MODELS = 4

const ModelNames = z
  .string()
  .max(1_000)
  .transform((names) => names.split(','))
  .pipe(z.array(ModelName).min(1).max(MOST_MODELS, `at most ${MOST_MODELS} models`))

const Count = z.number().int().nonnegative()

const middle = <T extends z.ZodType>(of: T) => z.object({ low: of, high: of })

const ModelNextCost = z.object({
  model: z.string(),
  /** Why it is among them. */
  chosen: orNewer(z.enum(['chat', 'asked', 'most_used', 'cheapest', 'dearest', 'listed'])),
  /** All that it would read, about. */
  input_tokens: Count,
  /** At least so much: without any answer. */
  cost_usd: Dollars,
  state: orNewer(CostState),
  /** Its rates are 0, or its row of the prices says so: that is known, and not the want of a price. */
  free: z.boolean(),
  pricing_version: z.string().nullable(),
  /** Whose row of the prices it is by. */
  price_of: z.string().nullable(),
  /** They add up to the cost. */
  lines: z.array(CostLine),
  /** What its host can still have in its cache, until when, and what it costs at least after that. */
  cache: z.object({ tokens: Count, until: Timestamp, cost_usd_after: Dollars }).nullable(),
  /** The middle 80 % of what turns would cost from here; `null` where too few are known, and without a price. */
  range: z
    .object({
      /** The turns of this chat, or those of the person with this model in the last 30 days. */
      of: orNewer(z.enum(['chat', 'person'])),
      turns: Count,
      usd: middle(z.string()),
      state: orNewer(CostState),
      output_tokens: middle(Count),
      calls: middle(Count),
    })
    .nullable(),
})

export const readNextCost = {
  id: 'readNextCost',
  tag: 'prices',
  needs: 'member',
  summary: 'What the next message of a chat costs: at least, and by what turns really took',
  description:
    'At the models that are named, by id or alias and with commas between them. Where none is: at that of the chat and at up to three others, of which the chat can go on with each: the two that the person used most in the last 30 days, then the one that reads this chat for the least, the one that reads it for the most, and further ones by price. `cost_usd` is what reading the chat costs, with an empty message and no answer, by the version of the prices that holds: what can still be in the cache of the host at its rate for that, the rest as input, or as written to the cache where the host asks for that. `range` plays the newest turns of the chat again from here (at most 50, those that were answered to their end), or where it has fewer than 5 those of the person with this model: from the tenth to the ninetieth of a hundred. `left_out` are those of the models asked for, or that of the chat, which cannot go on with it.',
  query: z.object({ models: ModelNames.optional() }),
  answer: {
    status: 200,
    json: z.object({
      at: Timestamp,
      models: z.array(ModelNextCost),
      left_out: z.array(z.object({ model: z.string(), rejection: orNewer(RejectionReason), reason: z.string() })),
    }),
  },
  errors: ['not_found', 'invalid_request', 'unknown_model'],
} as const satisfies Endpoint
