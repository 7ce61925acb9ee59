import type { JsonValue } from '../../canonical/json.ts'
import type { AnswerContext } from '../protocol.ts'

/** No answer has more; a figure beyond it is no count, and beyond 2^53 not even a whole number. */
export const MOST_TOKENS = 1e12

/**
 * Says so where a host counts more of a part than of its whole: what is made of the two then is a guess, and whoever
 * compares it with a bill should know (wire-rule 112).
 */
export function checkPart(part: number, whole: number, counter: string, warn: AnswerContext['warn']): void {
  if (part > whole) warn('the token counts of the host contradict each other', { counter })
}

/** A figure of a host, where it can be one: whole, and not below zero. */
export function tokenCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MOST_TOKENS ? Math.trunc(value) : undefined
}
