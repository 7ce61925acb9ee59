import { z } from 'zod'

/**
 * One of `known`, or a value that a newer version added: kept as it is, like an unknown field (canonical-message-format
 * §10.3), and like it deliberately absent from the type. Whoever acts on a stored value has a way for the others.
 */
export function orNewer<T extends z.ZodEnum>(known: T): z.ZodType<z.infer<T>> {
  return z.union([known, z.string().min(1)]) as unknown as z.ZodType<z.infer<T>>
}
