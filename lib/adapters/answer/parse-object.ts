import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject } from '../../canonical/json.ts'

/** What stands around it when it is kept must fit as well: less than may be stored. */
const DEEPEST = 400

const QUOTE = 34
const BACKSLASH = 92
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** The JSON object that a text holds; undefined where it is not JSON or another kind of value. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}

/** The object that a value is, or that stands first in it: Google's compatible endpoint wraps errors in a list, `[{"error": …}]`. */
export function objectIn(value: JsonValue | undefined): JsonObject | undefined {
  const first = Array.isArray(value) ? value[0] : value
  return isJsonObject(first) ? first : undefined
}

/** Undefined where the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return parseWire(text)
  } catch {
    return undefined
  }
}

/** `JSON.parse` for what came over the wire: nesting that would overflow the stack of those who walk it is no JSON to us. */
export function parseWire(text: string): JsonValue {
  // A short text cannot be deep, and nearly all are short.
  if (text.length > 2 * DEEPEST && isTooDeep(text)) throw new SyntaxError(`JSON nested more than ${DEEPEST} deep`)
  return JSON.parse(text)
}

function isTooDeep(text: string): boolean {
  // Nor is a long one of words: the end of an answer says all of them again, some hosts several times.
  if (!opensMore(text, DEEPEST)) return false
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) isInString = !isInString
    else if (code === BACKSLASH) index += 1
    else if (isInString) continue
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth += 1
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

/** Whether it has more opening brackets than that, whatever they mean. */
function opensMore(text: string, most: number): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}
