import { z } from 'zod'

/** What becomes of keys, and of what leads to people, in what is sent to a provider. */
export const OutboundScan = z.enum(['off', 'warn', 'mask'])
export type OutboundScan = z.infer<typeof OutboundScan>

/** What a person wants of the whole product, wherever they sit. */
export const PersonSettings = z.object({
  /** Who names a chat after its first answer: nobody but its first words, the chat's own model, or the one with this id. */
  title_model: z.union([z.literal('off'), z.literal('chat'), z.string().min(1).max(200)]),
  /** Absent: `off`. */
  outbound_scan: OutboundScan.optional(),
})
export type PersonSettings = z.infer<typeof PersonSettings>

/** A model that nobody chose would cost what nobody asked for. */
export const DEFAULT_PERSON_SETTINGS: PersonSettings = { title_model: 'off' }
