import { z } from 'zod'
import { plainLine } from '../canonical/plain-line.ts'

const LONGEST_KEY = 200

/** The client's own name for a request that may come again: within a day it gets the first answer again. */
export const IdempotencyKey = z
  .string(`a text of 1 to ${LONGEST_KEY} characters`)
  .min(1, `a text of 1 to ${LONGEST_KEY} characters`)
  .max(LONGEST_KEY, `a text of 1 to ${LONGEST_KEY} characters`)

export const KEYED = z.object({ 'idempotency-key': IdempotencyKey.optional() })

/** `limit` of a list; more than `most` is as good as `most`. */
export function limit(fallback: number, most: number) {
  const fault = 'a whole number from 1'
  return z.coerce
    .number(fault)
    .int(fault)
    .min(1, fault)
    .transform((asked) => Math.min(asked, most))
    .default(fallback)
}

/** A name in one line; what cannot be seen in it is left out. */
export function plainName(longest: number) {
  const fault = `a text of 1 to ${longest} characters`
  return z
    .string(fault)
    .max(longest * 4, fault)
    .transform(plainLine)
    .pipe(z.string().min(1, fault).max(longest, fault))
}

/** Yes or no in a query. */
export const YES_OR_NO = z.enum(['true', 'false'], 'true or false').transform((said) => said === 'true')

export const SystemPrompt = z.string().max(100_000, 'a text of 100,000 characters at most')

/** How a model is named by who asks: its id, or an alias. */
export const ModelName = z.string().min(1).max(200)
