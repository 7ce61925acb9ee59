import type { JsonValue } from '../canonical/json.ts'

/** No answer has more; a figure beyond it is no count, and beyond 2^53 not even a whole number. */
export const MOST_TOKENS = 1e12

/** A figure of a host, where it can be one: whole, and not below zero. */
export function tokenCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MOST_TOKENS ? Math.trunc(value) : undefined
}
