import type { JsonObject, JsonValue } from '../canonical/json.ts'
import { isJsonObject } from '../canonical/json.ts'

/** The JSON object that a text holds; undefined where it is not JSON or another kind of value. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}

/** Undefined where the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
