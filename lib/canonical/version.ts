import { z } from 'zod'
import { orNewer } from './or-newer.ts'

/** One of the messages that follow one and the same message, as far as it takes to choose among them. */
export const Version = z.object({
  message_id: z.string(),
  /** That answered it, or is to; `null` where that is not known. */
  turn_id: z.string().nullable(),
  model: z.string().nullable(),
  /** Of its turn; `null` where it is not known. */
  state: orNewer(z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled'])).nullable(),
})
export type Version = z.infer<typeof Version>
