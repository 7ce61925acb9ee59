import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Model } from './model.ts'
import { ModelName } from './request.ts'

const Count = z.number().int().nonnegative()

const Use = z.object({
  own: Count,
  /** Of other people; 0 for who may not know. */
  others: Count,
  /** One’s own, up to 20. */
  shown: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
})

const EndingModel = z.object({
  id: z.string(),
  label: z.string(),
  ends: Model.shape.ends.unwrap(),
  /** The id of a model to go on with; `null` where nothing suits. */
  suggested: z.string().nullable(),
  chats: Use,
  presets: Use,
  /** One’s own chats have their titles from it. */
  titles: z.boolean(),
  /** Names of routing rules; for an admin alone. */
  rules: z.array(z.string()),
  /** Ids of budgets that leave it alone to be asked once they are spent; for an admin alone. */
  budgets: z.array(z.string()),
})
export type EndingModel = z.infer<typeof EndingModel>

export const listEndingModels = {
  id: 'listEndingModels',
  tag: 'models',
  needs: 'member',
  summary: 'Models with a known end, and what stops with each of them',
  answer: { status: 200, json: z.object({ models: z.array(EndingModel) }) },
  errors: [],
} as const satisfies Endpoint

export const carryOver = {
  id: 'carryOver',
  tag: 'models',
  needs: 'member',
  summary: 'Sets one’s own chats, their titles and one’s own presets from one model to another',
  description:
    'Up to 500 of each; asked again, it goes on with what is left. A chat that may not change to that model stays, and `left` says why. What changes the routing rules is `/api/admin/routing/carry-over`.',
  body: { json: z.strictObject({ from: ModelName, to: ModelName }) },
  answer: {
    status: 200,
    json: z.object({
      chats: Count,
      presets: Count,
      titles: z.boolean(),
      left: z.array(z.object({ id: z.string(), title: z.string().nullable(), reason: z.string() })),
    }),
  },
  errors: ['invalid_request', 'unknown_model', 'too_large', 'unsupported_media'],
} as const satisfies Endpoint
