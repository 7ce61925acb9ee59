import { z } from 'zod'

/** What is kept of a body that was sent: enough to say later whether one that is made anew is the same. */
export const SentBody = z.object({
  /** Of its bytes as they were made, whatever packs them on the way. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  /** Of each field but the conversation the beginning of its SHA-256: it tells which of them is another. */
  fields: z.record(z.string().max(200), z.string().max(64)),
})
export type SentBody = z.infer<typeof SentBody>

/** One attempt to call a model as the wire saw it, without a word that anybody wrote. */
export const ExchangeRecord = z.object({
  request: SentBody,
  /** Those of an allow-list, by their names in lower case; `null` where nobody answered. */
  response_headers: z.record(z.string().max(200), z.string().max(2_000)).nullable(),
})
export type ExchangeRecord = z.infer<typeof ExchangeRecord>
