import { z } from 'zod'
import { Timestamp } from './timestamp.ts'

const ShareOrigin = z.object({
  kind: z.literal('share'),
  /** Of the share, which may be gone by now. */
  share_id: z.string(),
  /** As it was shared. */
  title: z.string().nullable(),
  shared_at: Timestamp,
  /** The session hash over what was shared. */
  hash: z.string(),
})

const ImportOrigin = z.object({
  kind: z.literal('import'),
  /** The product that it was exported from. */
  source: z.string(),
  /** What it was called there. */
  external_id: z.string(),
  imported_at: Timestamp,
})

const KINDS: ReadonlySet<unknown> = new Set(['share', 'import'])

/** Another kind is one that a newer version added, and is kept as it is; it is deliberately absent from the type. */
const NewerOrigin = z.looseObject({ kind: z.string() }).refine(({ kind }) => !KINDS.has(kind), 'malformed origin')

/** Where a chat comes from that did not begin here. */
export type SessionOrigin = z.infer<typeof ShareOrigin> | z.infer<typeof ImportOrigin>
export const SessionOrigin = z.union([ShareOrigin, ImportOrigin, NewerOrigin]) as unknown as z.ZodType<SessionOrigin>
