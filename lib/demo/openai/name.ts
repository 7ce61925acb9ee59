import { z } from 'zod'

/** Of a function, or of a schema that an answer follows. */
export const Name = z
  .string()
  .max(64)
  .regex(/^[a-zA-Z0-9_-]+$/)
