import { z } from 'zod'
import { orNewer } from './or-newer.ts'

/** The reason of the record of a call that goes with a result which says that there is none. */
export const CLOSED_CALL = 'a call without a result'

/** What a request left behind, changed or mended for its target, and why (design §3.16); or what was noticed in it. */
export const ProjectionRecord = z.object({
  session_id: z.string(),
  message_id: z.string(),
  block_type: z.string(),
  adapter: z.string(),
  action: orNewer(z.enum(['dropped', 'converted', 'repaired', 'noticed'])),
  reason: z.string(),
})
export type ProjectionRecord = z.infer<typeof ProjectionRecord>
