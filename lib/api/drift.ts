import { z } from 'zod'
import { Condition } from '../pricing/price.ts'
import { Dollars } from './call-cost.ts'
import type { Endpoint } from './endpoint.ts'
import { Moment, TimeZone } from './moment.ts'

const Count = z.number().int().nonnegative()

const Explanation = z.union([
  z.strictObject({
    kind: z.literal('rate'),
    bucket: z.string(),
    /** For so many tokens, uses or requests. */
    per: z.number().int().positive(),
    from_usd: Dollars,
    to_usd: z.string(),
  }),
  z.strictObject({ kind: z.literal('factor'), factor: z.string() }),
])

const Drift = z.object({
  model: z.string(),
  pricing_version: z.string().nullable(),
  /** Whose row of the prices it is by, and on which of its conditions. */
  price_of: z.string().nullable(),
  condition: Condition.nullable(),
  calls: Count,
  agreeing_calls: Count,
  cost_usd: Dollars,
  provider_usd: z.string(),
  difference_usd: Dollars,
  /** In hundredths of our sum, rounded to four decimals; `null` where that is nothing. */
  difference_percent: z.string().nullable(),
  explanations: z.array(Explanation),
  /** Whether that row has the same rates in the version in force. */
  still_holds: z.boolean(),
})
export type Drift = z.infer<typeof Drift>

export const readDrift = {
  id: 'readDrift',
  tag: 'usage',
  needs: 'admin',
  summary: 'What providers say that they billed, against our own bills',
  description:
    'Of calls of which the provider names a cost, by model, version of the prices and condition. Each explanation makes every one of the calls agree within the rounding of the provider: one rate that would be another, or all of it times a factor. Without any, no single one does. The newest 5,000 calls of the range are looked at; `calls` says how many there are.',
  query: z.object({ from: Moment.optional(), to: Moment.optional(), tz: TimeZone }),
  answer: {
    status: 200,
    json: z.object({ from: z.string(), to: z.string(), calls: Count, looked_at: Count, drifts: z.array(Drift) }),
  },
  errors: ['invalid_request'],
} as const satisfies Endpoint
