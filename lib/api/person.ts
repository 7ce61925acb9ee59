import { z } from 'zod'
import { Timestamp } from '../canonical/timestamp.ts'

export const PersonRole = z.enum(['member', 'admin', 'owner'])

export const Person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: PersonRole,
  /** Ids. */
  teams: z.array(z.string()),
  created_at: Timestamp,
})

/** At least as long as NIST SP 800-63B asks of one that stands alone with a limit on tries; longer ones than the most are no passwords. */
export const NewPassword = z
  .string('a text of 12 to 200 characters')
  .min(12, 'at least 12 characters')
  .max(200, 'at most 200 characters')

/** One that is compared with what there is. */
export const SaidPassword = z.string('a text').max(1_000, 'at most 1,000 characters')

const EMAIL = 'an e-mail address'
export const Email = z
  .string(EMAIL)
  .max(254, EMAIL)
  .transform((text) => text.trim())
  .pipe(z.email(EMAIL))

/** Where a link leads on this server: what stands behind its `#` is the link, and reaches no server by being opened. */
export const LinkPath = z.object({ path: z.string(), expires_at: Timestamp })
