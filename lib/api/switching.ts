import { z } from 'zod'
import { JsonObject } from '../canonical/json.ts'
import { orNewer } from '../canonical/or-newer.ts'
import { Session } from '../canonical/session.ts'
import { ChainLink, RoutingPolicy } from '../events/catalog.ts'
import { Dollars } from './call-cost.ts'
import type { Endpoint } from './endpoint.ts'
import { SwapOption, SwapRefusal } from './error.ts'
import { RequestPart, WireAddress } from './receipt.ts'
import { ModelName } from './request.ts'

const Count = z.number().int().nonnegative()

const Fates = z.array(z.object({ block_type: z.string(), count: z.number().int().positive(), reason: z.string() }))

/** What routing comes to where nobody chooses a model. */
const Automatic = z.object({
  model: z.string().nullable(),
  policy: orNewer(RoutingPolicy).nullable(),
  name: z.string().nullable(),
  reason: z.string(),
  chain: z.array(ChainLink),
  depends_on_text: z.boolean(),
})

export const previewSwitch = {
  id: 'previewSwitch',
  tag: 'chat',
  needs: 'member',
  summary: 'What a chat would be at another model, before anything is changed or sent',
  description:
    'By the request that a turn would send there: the blocks of the active path, by type and reason. `carried` go as they are, `converted` in another form or mended, `dropped` not at all; what a request leaves out of the settings is among them. `closed_calls` had no result, and get one that says so. `estimated_input_tokens` is all that is read with the next question; `fits` is whether the window holds it, as far as anybody can say. `parts` are what it is made of, in the order in which it is read: instructions and tools, a summary in the place of the turns up to `turn`, and the turns, the next question included; `is_changed` where something of one goes in another form or not at all. `cache_lost`: the host of the present model can still have some of it in its cache, and that of the other cannot. `next_message_usd` is what reading costs at least, at the present model and at the other, without a word of an answer; `null` without a price. `refusal` is what `PATCH /api/sessions/{id}` would answer. `ways` are what can be done where it does not fit: `brief` (see `POST /api/sessions/{id}/brief`), `branch` (`from` of `POST /api/sessions/{id}/fork`), `leave_out_file` (`left_out` of `PATCH /api/sessions/{id}`), `larger_window` (another model). `present` is the model that it is compared with. With `model` `null` it is of the model that routing comes to, by the same chain as for a turn, and `automatic` says how: by which `policy` (`null`: no model can take it, and this is the first that was tried), the `name` of the rule or folder, and the whole `chain`; with `depends_on_text` another message could have a rule choose another. Nothing is logged or stored.',
  body: {
    json: z.strictObject({
      /** `null`: whichever routing comes to for the next message where nobody chooses one. */
      model: ModelName.nullable(),
      /** What the message says so far: rules may ask about it. */
      text: z.string().max(1_000_000).optional(),
    }),
  },
  answer: {
    status: 200,
    json: z.object({
      model: z.string(),
      carried: Fates,
      converted: Fates,
      dropped: Fates,
      closed_calls: Count,
      estimated_input_tokens: Count,
      max_context_tokens: z.number().int().positive(),
      fits: z.boolean(),
      parts: z.array(RequestPart),
      cache_lost: z.boolean(),
      // biome-ignore lint/suspicious/noThenProperty: now and then, and nothing to wait for
      next_message_usd: z.object({ now: Dollars, then: Dollars }),
      refusal: SwapRefusal.nullable(),
      ways: z.array(SwapOption),
      present: z.string().nullable(),
      automatic: Automatic.nullable(),
    }),
  },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media', 'unknown_model', 'no_model'],
} as const satisfies Endpoint

export const previewRequest = {
  id: 'previewRequest',
  tag: 'chat',
  needs: 'member',
  summary: 'The request that a chat would be at another model, as it would go over the wire',
  description:
    'Made by what a turn makes it with, “?” in the place of the next question, and without a key. `request` and `endpoint` are `null` where none can be made: the model is not set up, or would refuse it. Nothing is sent, logged or stored.',
  body: { json: z.strictObject({ model: ModelName }) },
  answer: { status: 200, json: z.object({ request: JsonObject.nullable(), endpoint: WireAddress.nullable() }) },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media', 'unknown_model'],
} as const satisfies Endpoint

export const readPortability = {
  id: 'readPortability',
  tag: 'chat',
  needs: 'member',
  summary: 'Where a chat can go on: each model that is set up, and what would be lost there',
  description:
    'By the requests that turns would send there. `automatic` is what routing comes to where nobody chooses, for a message of which nothing is written yet; see `POST /api/sessions/{id}/switch-preview`. `ok`: it can go on as it is, be it with less; `notes` say what stays behind or keeps it, the gravest first.',
  answer: {
    status: 200,
    json: z.object({
      automatic: Automatic.nullable(),
      models: z.array(
        z.object({
          id: z.string(),
          ok: z.boolean(),
          notes: z.array(
            z.object({
              kind: orNewer(z.enum(['refused', 'too_long', 'unavailable', 'dropped', 'converted', 'closed_calls'])),
              /** Of blocks that something happens to. */
              block_type: z.string().optional(),
              count: z.number().int().positive().optional(),
              reason: z.string(),
            }),
          ),
        }),
      ),
    }),
  },
  errors: ['not_found'],
} as const satisfies Endpoint

const MessageId = z.string().min(1).max(200)

export const draftBrief = {
  id: 'draftBrief',
  tag: 'chat',
  needs: 'member',
  summary: 'Has a model sum up the beginning of a chat, to be read before it goes anywhere',
  description: 'Up to a message of the active path. The call is billed; what it gave is neither stored nor sent.',
  body: { json: z.strictObject({ up_to: MessageId, model: ModelName }) },
  answer: {
    status: 200,
    json: z.object({ up_to: z.string(), model: z.string(), text: z.string(), cost_usd: Dollars }),
  },
  errors: [
    'invalid_request',
    'not_found',
    'too_large',
    'unsupported_media',
    'unknown_model',
    'budget_spent',
    'policy_denied',
    'brief_failed',
  ],
} as const satisfies Endpoint

export const applyBrief = {
  id: 'applyBrief',
  tag: 'chat',
  needs: 'member',
  summary: 'Sends a summary from now on in the place of all that was said up to a message',
  description:
    'As somebody has read and perhaps changed it. What was said stays in the chat, and the summary stands for it as long as nothing of it is deleted.',
  body: { json: z.strictObject({ up_to: MessageId, model: ModelName, text: z.string().trim().min(1).max(100_000) }) },
  answer: { status: 200, json: Session },
  errors: ['invalid_request', 'not_found', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint

export const undoBrief = {
  id: 'undoBrief',
  tag: 'chat',
  needs: 'member',
  summary: 'Sends again what was said itself, and no summary',
  answer: { status: 200, json: Session },
  errors: ['not_found'],
} as const satisfies Endpoint
