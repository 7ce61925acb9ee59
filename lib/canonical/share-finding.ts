import { z } from 'zod'
import { SecretKind } from './secret-kind.ts'

const position = z.number().int().nonnegative()

/** Something in what would be shared that nobody may have meant to show. */
export const ShareFinding = z.object({
  /** The same as long as it stands where it stands. */
  id: z.string(),
  kind: SecretKind,
  part: z.enum(['title', 'system_prompt', 'message']),
  /** Both null where it is in no message. */
  message_id: z.string().nullable(),
  block: position.nullable(),
  /** Which text of the block, as a JSON pointer into it: `/text`, `/input/query`. */
  path: z.string(),
  /** Where in that text as it would be shown; `end` is exclusive. */
  start: position,
  end: position,
  /** What it is, with some words before and after it; whether or not it is masked. */
  excerpt: z.string(),
  masked: z.boolean(),
})
export type ShareFinding = z.infer<typeof ShareFinding>
