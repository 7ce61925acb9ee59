import { z } from 'zod'
import { Timestamp } from './timestamp.ts'

/** Sessions that were deleted in one go, and can be restored as such. */
export const Deletion = z.object({ at: Timestamp, chats: z.number().int().positive() })
export type Deletion = z.infer<typeof Deletion>

/** What one person has in all, temporary sessions aside. */
export const AllSessions = z.object({
  chats: z.number().int().nonnegative(),
  /** In how many of them an answer is being written, or waits. */
  running: z.number().int().nonnegative(),
  /** What can still be restored, the latest first. */
  deleted: z.array(Deletion),
})
export type AllSessions = z.infer<typeof AllSessions>
