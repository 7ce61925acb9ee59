import { z } from 'zod'

/** A folder or a tag: a name that chats have, and nothing else. */
export const Label = z.object({
  name: z.string(),
  chats: z.number().int().nonnegative(),
  /** Of these, those that are not in the archive. */
  listed: z.number().int().nonnegative(),
  /** Of these, those that are being answered. */
  running: z.number().int().nonnegative(),
})
export type Label = z.infer<typeof Label>

/** `to: null` takes it from all chats that have it; the chats stay. */
export interface LabelChange {
  kind: 'folder' | 'tag'
  from: string
  to: string | null
}
