import { z } from 'zod'
import { PictureDecision, SettingsChange, TurnDemands } from '../canonical/session-settings.ts'
import type { Endpoint } from './endpoint.ts'
import { IdempotencyKey, KEYED, ModelName } from './request.ts'
import { SteeringContent, TurnContent } from './turn-content.ts'

const NewTurn = z.strictObject({
  content: TurnContent,
  /** For this turn only. A leading `@alias` in the text is the same. */
  model: ModelName.optional(),
  /** For this turn only, over those of the session; `null` leaves one to the model. */
  settings: SettingsChange.optional(),
  /** What this turn cannot do without: an answer by a JSON Schema, a call of a tool at its beginning. A model that cannot promise it is not asked. */
  ...TurnDemands.shape,
  /** What a model that takes no pictures gets of those in the chat and in the question; see `PATCH /api/sessions/{id}`. */
  resolution: PictureDecision.optional(),
  /** A request that the provider refused before is not sent again, whoever asks. True: this one is, unless something that was said was named as the cause. */
  resend_refused: z.boolean().optional(),
  /** The message that is replied to; `null` begins anew. Left out: the last one of the active path. */
  parent_id: z.string().min(1).max(200).nullable().optional(),
})

export const startTurn = {
  id: 'startTurn',
  tag: 'chat',
  needs: 'member',
  summary: 'Says something; the answer comes by the stream of the session',
  description:
    'The text may have 1 MB, base64 pictures 20 MB in all. What is answered is the turn and the id of the USER message.',
  headers: KEYED,
  body: { json: NewTurn },
  answer: { status: 202, json: z.object({ turn_id: z.string(), message_id: z.string() }) },
  errors: [
    'invalid_request',
    'policy_denied',
    'budget_spent',
    'not_found',
    'turn_in_progress',
    'too_large',
    'unsupported_media',
    'unknown_model',
    'no_model',
    'description_failed',
    'idempotency_mismatch',
  ],
} as const satisfies Endpoint

const NewComparison = NewTurn.omit({ model: true }).extend({
  /** Whose answers are wanted, by id or alias; the first one's is the end of the active path. */
  models: z.array(ModelName).min(2).max(4),
})

export const compareModels = {
  id: 'compareModels',
  tag: 'chat',
  needs: 'member',
  summary: 'Asks several models the same question at the same time; their answers come by the stream of the session',
  description:
    'Each answer is a version of the question, beside the others, with a turn of its own that can be stopped by itself. Either ' +
    'all of the models are asked, or none is. The first version is the active path until somebody moves the head.',
  headers: KEYED,
  body: { json: NewComparison },
  answer: {
    status: 202,
    json: z.object({ turns: z.array(z.object({ turn_id: z.string(), message_id: z.string(), model: z.string() })) }),
  },
  errors: startTurn.errors,
} as const satisfies Endpoint

export const steerTurn = {
  id: 'steerTurn',
  tag: 'chat',
  needs: 'member',
  summary: 'Has messages wait for the next step of a turn that runs, where its model reads them',
  description:
    'A step ends with the results of tools. All that is to wait is said each time, in its order: what was said before and is ' +
    'not named any more does not wait any more. `key` is the `Idempotency-Key` that would begin a turn with the message: where ' +
    'no step comes any more, a turn is begun under it, and whichever comes first, the message is said once.',
  body: {
    json: z.strictObject({
      messages: z.array(z.strictObject({ key: IdempotencyKey, content: SteeringContent })).max(20),
    }),
  },
  answer: {
    status: 200,
    json: z.object({
      /** They wait. False: no step will take them in, since the turn is over, or runs elsewhere or beside others. */
      taken: z.boolean(),
      /** The keys of those that were said already. */
      said: z.array(z.string()),
    }),
  },
  errors: ['invalid_request', 'policy_denied', 'not_found', 'too_large'],
} as const satisfies Endpoint

export const cancelTurn = {
  id: 'cancelTurn',
  tag: 'chat',
  needs: 'member',
  summary: 'Stops a turn; one that is over already stays as it is',
  answer: { status: 202, json: z.object({}) },
  errors: ['not_found'],
} as const satisfies Endpoint
