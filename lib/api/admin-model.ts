import { z } from 'zod'
import { CLAIMANTS, CLAIMS } from '../canonical/claim.ts'
import { ErrorClass } from '../canonical/error.ts'
import { MODEL_REFUSALS } from '../canonical/model-refusal.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { StopReason } from '../canonical/stop-reason.ts'
import { CostState } from './call-cost.ts'
import type { Endpoint } from './endpoint.ts'
import { Model } from './model.ts'
import { Percentiles } from './usage.ts'

const Count = z.number().int().nonnegative()

const AdminModel = Model.extend({
  claims: z.array(
    z.object({
      claim: orNewer(z.enum(CLAIMS)),
      /** `adapter`: by the wire or the host that it is reached through, whatever the catalog says of the model. */
      by: orNewer(z.enum(CLAIMANTS)),
      /** An address, a folder of the repository, or a file of the installation. */
      source: z.string().nullable(),
      /** What in the source speaks of this model, where that is about others too. */
      covers: z.string().nullable(),
      checked: z.iso.date().nullable(),
    }),
  ),
  /** What it refuses of a request, beside what it lacks altogether. */
  refuses: z.array(orNewer(z.enum(MODEL_REFUSALS))),
  /** Of the calls that it answered in the last 30 days; failed ones are among `calls`. */
  seen: z
    .object({ calls: Count, failed_calls: Count, latency_ms: Percentiles, time_to_first_token_ms: Percentiles })
    .nullable(),
})
export type AdminModel = z.infer<typeof AdminModel>

export const listAdminModels = {
  id: 'listAdminModels',
  tag: 'models',
  needs: 'admin',
  summary: 'Every model, with where each claim about it comes from and how fast it was here',
  answer: { status: 200, json: z.object({ models: z.array(AdminModel) }) },
  errors: [],
} as const satisfies Endpoint

const TestedModel = z.object({
  /** Of the call, as it is among the calls that are counted. */
  call_id: z.string(),
  /** The one that answered; `null` where none did. */
  model_served: z.string().nullable(),
  /** What it said, cut short. */
  text: z.string(),
  /** `null` where no tool was offered. */
  called_tool: z.boolean().nullable(),
  stop_reason: orNewer(StopReason).nullable(),
  /** `null` where nobody knows. */
  tokens: z.object({ input: Count, output: Count }).nullable(),
  cost_usd: z.string().nullable(),
  cost_state: orNewer(CostState).nullable(),
  pricing_version: z.string().nullable(),
  latency_ms: z.number().nullable(),
  time_to_first_token_ms: z.number().nullable(),
  /** `null` where it answered; the words are the provider’s. */
  error: z
    .object({ error_class: orNewer(ErrorClass), message: z.string(), provider_status: z.number().int().nullable() })
    .nullable(),
})
export type TestedModel = z.infer<typeof TestedModel>

export const testModel = {
  id: 'testModel',
  tag: 'models',
  needs: 'admin',
  summary: 'Asks a model for one word, or for one call of a tool',
  description:
    'One call like any other: held by budgets, billed and counted, and part of no chat. A model that fails is no refusal of the request: `error` says why.',
  body: { json: z.strictObject({ model: z.string().min(1).max(300), calls_tool: z.boolean().default(false) }) },
  answer: { status: 200, json: TestedModel },
  errors: ['invalid_request', 'budget_spent', 'policy_denied', 'unknown_model', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
