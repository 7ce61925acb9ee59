import { z } from 'zod'

/** What of a chat a share shows, by kind. Whatever is not named here is never shown: documents, for one. */
export const ShareInclude = z.strictObject({
  thinking: z.boolean(),
  tool_inputs: z.boolean(),
  tool_results: z.boolean(),
  system_prompt: z.boolean(),
  costs: z.boolean(),
  models: z.boolean(),
  pictures: z.boolean(),
})
export type ShareInclude = z.infer<typeof ShareInclude>

const MOST_CHOSEN = 10_000
const Name = z.string().min(1).max(200)

/** Which part of the active path a share shows, and what of it. */
export const ShareContent = z.strictObject({
  /** The first and the last message; absent: the beginning and the end of the active path. */
  from: Name.optional(),
  to: Name.optional(),
  include: ShareInclude,
  /** Single blocks that are not shown, by their place in the content of their message. */
  hidden: z
    .array(z.strictObject({ message_id: Name, block: z.number().int().nonnegative() }))
    .max(MOST_CHOSEN)
    .default([]),
  /** Ids of findings whose text is not shown. */
  masks: z.array(Name).max(MOST_CHOSEN).default([]),
})
export type ShareContent = z.infer<typeof ShareContent>
