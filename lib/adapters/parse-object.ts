import type { JsonObject } from '../canonical/json.ts'
import { isJsonObject } from '../canonical/json.ts'

/** The JSON object that a text holds; undefined where it is not JSON or another kind of value. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
