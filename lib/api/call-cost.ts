import { z } from 'zod'
import { orNewer } from '../canonical/or-newer.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { Source } from '../pricing/price.ts'
import type { Endpoint } from './endpoint.ts'

const Dollars = z.string().nullable()

const CostState = z.enum(['exact', 'estimated', 'partial', 'unpriced', 'unknown'])

const line = { bucket: z.string(), usd: Dollars, source: Source.nullable() }

/** What was counted times its rate; `null` where there is none. */
const CostLine = z.union([
  z.strictObject({ ...line, tokens: z.number().int().positive(), rate_per_mtok_usd: Dollars }),
  z.strictObject({ ...line, uses: z.number().int().positive(), rate_per_1000_usd: Dollars }),
  z.strictObject({ ...line, requests: z.number().int().positive(), rate_usd: Dollars }),
])

export const readCallCost = {
  id: 'readCallCost',
  tag: 'prices',
  summary: 'What a call of a model cost, and how that comes about',
  description:
    'The cost is what it was when the call ended, by the version that held when it was made. `state` says how much is known: `exact`, `estimated` (by tokens that were counted here), `partial` (something has no rate: at least so much), `unpriced`, `unknown` (nobody saw its end, and it may have been billed), or `null` where nothing can be due. The lines add up to the cost; there are none where nothing was counted, or where what the installation says of prices has changed since. `provider_cost_usd` is what the provider itself says that it billed. `repriced` is what it costs by a reprice that holds, with who began that, when and why.',
  answer: {
    status: 200,
    json: z.object({
      lines: z.array(CostLine),
      cost_usd: Dollars,
      pricing_version: z.string().nullable(),
      state: orNewer(CostState).nullable(),
      provider_cost_usd: z.string().optional(),
      repriced: z
        .object({
          pricing_version: z.string(),
          cost_usd: z.string(),
          state: orNewer(CostState),
          lines: z.array(CostLine),
          by: z.string(),
          at: Timestamp,
          reason: z.string(),
        })
        .optional(),
    }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint
