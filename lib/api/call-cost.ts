import { z } from 'zod'
import { orNewer } from '../canonical/or-newer.ts'
import { Timestamp } from '../canonical/timestamp.ts'
import { Source } from '../pricing/price.ts'
import type { Endpoint } from './endpoint.ts'

export const Dollars = z.string().nullable()

export const CostState = z.enum(['exact', 'estimated', 'partial', 'unpriced', 'unknown'])

const line = { bucket: z.string(), usd: Dollars, source: Source.nullable() }

/** What was counted times its rate; `null` where there is none. */
export const CostLine = z.union([
  z.strictObject({ ...line, tokens: z.number().int().positive(), rate_per_mtok_usd: Dollars }),
  z.strictObject({ ...line, uses: z.number().int().positive(), rate_per_1000_usd: Dollars }),
  z.strictObject({ ...line, requests: z.number().int().positive(), rate_usd: Dollars }),
])

const CallCost = z.object({
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
})

const Count = z.number().int().nonnegative()

export const SessionCall = z.object({
  id: z.string(),
  turn_id: z.string().nullable(),
  /** The answer that it was to be; `null` for one that named the chat. */
  message_id: z.string().nullable(),
  request_id: z.string(),
  started_at: Timestamp,
  /** The one that answered; the one that was asked where none did. */
  model: z.string(),
  attempt: z.number().int().positive(),
  outcome: orNewer(z.enum(['running', 'completed', 'cancelled', 'failed', 'interrupted'])),
  error_class: z.string().nullable(),
  /** `null` where nobody knows. */
  tokens: z
    .object({
      input_tokens: Count,
      output_tokens: Count,
      cached_input_tokens: Count,
      cache_creation_input_tokens: Count,
    })
    .nullable(),
  cost_usd: Dollars,
  state: orNewer(CostState).nullable(),
  cache_saved_usd: Dollars,
  /** How it comes about, where the calls of one turn were asked for. */
  cost: CallCost.optional(),
})

export const listSessionCalls = {
  id: 'listSessionCalls',
  tag: 'prices',
  needs: 'member',
  summary: 'The calls of models that were made for a chat, in their order, and what each cost',
  description:
    'With `turn_id` those of one turn, each with how its cost comes about (see `GET /api/calls/{id}/cost`). Every attempt is a call.',
  query: z.object({ turn_id: z.string().min(1).max(200).optional() }),
  answer: { status: 200, json: z.object({ calls: z.array(SessionCall) }) },
  errors: ['not_found', 'invalid_request'],
} as const satisfies Endpoint

export const readCallCost = {
  id: 'readCallCost',
  tag: 'prices',
  needs: 'member',
  summary: 'What a call of a model cost, and how that comes about',
  description:
    'The cost is what it was when the call ended, by the version that held when it was made. `state` says how much is known: `exact`, `estimated` (by tokens that were counted here), `partial` (something has no rate: at least so much), `unpriced`, `unknown` (nobody saw its end, and it may have been billed), or `null` where nothing can be due. The lines add up to the cost; there are none where nothing was counted, or where what the installation says of prices has changed since. `provider_cost_usd` is what the provider itself says that it billed. `repriced` is what it costs by a reprice that holds, with who began that, when and why.',
  answer: {
    status: 200,
    json: CallCost,
  },
  errors: ['not_found'],
} as const satisfies Endpoint
