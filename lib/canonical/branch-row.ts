import { z } from 'zod'

const line = {
  /** How far it stands beside the active path, which goes straight down. */
  depth: z.number().int().nonnegative(),
  /** It is part of the active path. */
  is_active: z.boolean(),
  /** Its own line begins here, beside that of another branch. */
  begins: z.boolean(),
}

/** A row of the map of a chat, in the order in which it is drawn: a message, or several in a row that are only counted. */
export const BranchRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['question', 'answer']),
    /** Of an answer, its first message. */
    message_id: z.string(),
    /** Where it stands among those that follow the same message; absent where it stands alone. */
    version: z.object({ index: z.number().int().nonnegative(), total: z.number().int().positive() }).optional(),
    /** What it begins with; empty where no words were said. */
    words: z.string(),
    model: z.string().nullable(),
    ...line,
  }),
  z.object({
    kind: z.literal('folded'),
    count: z.number().int().positive(),
    /** The first of them, by which they are asked for; null where they are more than can be drawn. */
    from: z.string().nullable(),
    ...line,
  }),
])
export type BranchRow = z.infer<typeof BranchRow>
