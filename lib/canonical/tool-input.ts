import type { JsonObject } from './json.ts'
import { parseJsonObject } from './json.ts'

/**
 * The input of a finished call from all its fragments (contract §1 "Tool input"): an empty string is `{}`; a text that
 * is not a JSON object is `{}` with the text kept as `raw_input`, and such a call is never dispatched.
 */
export function finishToolInput(fragments: string): { input: JsonObject; raw_input?: string } {
  if (fragments === '') return { input: {} }
  const input = parseJsonObject(fragments)
  return input === undefined ? { input: {}, raw_input: fragments } : { input }
}
