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

const BranchOrigin = z.object({
  kind: z.literal('branch'),
  /** Of the chat that it is a branch of, which may be gone by now. */
  session_id: z.string(),
  /** As that was called then. */
  title: z.string().nullable(),
  /** Which of its questions this one begins with, from 1. */
  turn: z.number().int().positive(),
  branched_at: Timestamp,
})

const KINDS: ReadonlySet<unknown> = new Set(['share', 'import', 'branch'])

/** Another kind is one that a newer version added, and is kept as it is; it is deliberately absent from the type. */
const NewerOrigin = z.looseObject({ kind: z.string() }).refine(({ kind }) => !KINDS.has(kind), 'malformed origin')

/** Where a chat comes from that did not begin with its own first question. */
export type SessionOrigin = z.infer<typeof ShareOrigin> | z.infer<typeof ImportOrigin> | z.infer<typeof BranchOrigin>
export const SessionOrigin = z.union([
  ShareOrigin,
  ImportOrigin,
  BranchOrigin,
  NewerOrigin,
]) as unknown as z.ZodType<SessionOrigin>
