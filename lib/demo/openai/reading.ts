import type { z } from 'zod'
import type { Prompt } from '../prompt.ts'
import type { Reading, Refusal } from '../wire-format.ts'
import { issueRefusal } from './issue-refusal.ts'
import { invalid, NOT_JSON } from './refusal.ts'

/** How a format of this provider reads a request: its shape, then the rules beyond it. */
export function readerOf<T>(
  schema: z.ZodType<T>,
  brokenRule: (request: T) => Refusal | null,
  promptOf: (request: T) => Prompt,
): (json: unknown) => Reading {
  return (json) => {
    if (json === undefined) return { ok: false, refusal: invalid(NOT_JSON) }
    const parsed = schema.safeParse(json)
    if (!parsed.success) return { ok: false, refusal: issueRefusal(parsed.error, json) }
    const refusal = brokenRule(parsed.data)
    return refusal === null ? { ok: true, prompt: promptOf(parsed.data) } : { ok: false, refusal }
  }
}
