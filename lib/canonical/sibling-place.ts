import { z } from 'zod'

/** Where a message stands among those that follow the same message: each of them begins a branch. */
export const SiblingPlace = z.object({
  message_id: z.string(),
  /** From 0, in the order of writing. */
  index: z.number().int().nonnegative(),
  /** Never 1: a message that stands alone has no place. */
  total: z.number().int().min(2),
})
export type SiblingPlace = z.infer<typeof SiblingPlace>
