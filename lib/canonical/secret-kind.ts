import { z } from 'zod'

/** What a text may hold that nobody means to show: what opens something, and what leads to somebody. */
export const SecretKind = z.enum(['key', 'private_key', 'password', 'email', 'phone', 'card', 'iban'])
export type SecretKind = z.infer<typeof SecretKind>
