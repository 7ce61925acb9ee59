import type { JsonObject } from './json.ts'
import { isStorable } from './storable.ts'

/** What hosts write where a call has no arguments. */
const NO_ARGUMENTS = /^\s*(null\s*)?$/

/**
 * The input of a finished call from all its fragments (contract §1 "Tool input"): nothing, blanks and `null` are `{}`
 * (wire-rule 122); a text that is not a JSON object, or one that could not be stored, is `{}` with the text kept as
 * `raw_input`, and such a call is never dispatched.
 */
export function finishToolInput(fragments: string): { input: JsonObject; raw_input?: string } {
  if (NO_ARGUMENTS.test(fragments)) return { input: {} }
  const input = parseJsonObject(fragments)
  return input === undefined ? { input: {}, raw_input: fragments } : { input }
}

/** The JSON object a text holds. Checked by hand, not by a schema: browsers fold too and need not load zod for it. */
function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && isStorable(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}
