import type { Condition, ConditionalRates, RatedPrice } from './price.ts'

/** What decides which rates of a price hold. */
export interface Circumstances {
  /** All of it, cached or not. */
  input_tokens: number
  /** Absent where the answer named the ordinary one, or none. */
  service_tier?: string | undefined
  /** ISO 8601, when the call was made. */
  at: string
}

/**
 * The rates of a whole call, or `null` where it was served in a tier that the price does not know: at any other's rates it
 * would look known. The tier decides first, then the size, of steps the highest, then the hour: where a tier has no step of
 * its own, its ordinary rates hold at every size, as the providers' own tables are read.
 */
export function ratesFor(price: RatedPrice, call: Circumstances): RatedPrice | ConditionalRates | null {
  let best: ConditionalRates | null = null
  for (const each of price.conditional ?? []) {
    if (holds(each.when, call) && (best === null || rankOf(each.when) > rankOf(best.when))) best = each
  }
  if (call.service_tier !== undefined && best?.when.service_tier === undefined) return null
  return best ?? price
}

function holds({ above_input_tokens, from_input_tokens, service_tier, utc }: Condition, call: Circumstances): boolean {
  return (
    (above_input_tokens === undefined || call.input_tokens > above_input_tokens) &&
    (from_input_tokens === undefined || call.input_tokens >= from_input_tokens) &&
    (service_tier === undefined || service_tier === call.service_tier) &&
    (utc === undefined || isWithin(utc, new Date(call.at)))
  )
}

function isWithin({ days, hours }: NonNullable<Condition['utc']>, at: Date): boolean {
  // Sunday is 0 in JavaScript.
  const day = at.getUTCDay() || 7
  const hour = at.getUTCHours()
  return days.includes(day) && hours.some(([from, to]) => hour >= from && hour < to)
}

/** Small enough that a half is not lost beside it. */
const MORE_THAN_ANY_STEP = 2 ** 40

function rankOf({ above_input_tokens, from_input_tokens, service_tier, utc }: Condition): number {
  const step = Math.max(above_input_tokens ?? 0, from_input_tokens ?? 0)
  return (service_tier === undefined ? 0 : MORE_THAN_ANY_STEP) + step + (utc === undefined ? 0 : 0.5)
}
