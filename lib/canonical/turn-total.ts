import { z } from 'zod'
import type { Message } from './message.ts'
import { Session } from './session.ts'

const count = z.number().int().nonnegative()

/** What an answer took: the sum over those model calls of its turn of which something is known, also of failed ones. */
export const TurnTotal = z.object({
  turn_id: z.string(),
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count,
  cache_creation_input_tokens: count,
  cost_usd: Session.shape.cost_usd,
  unpriced_calls: Session.shape.unpriced_calls,
  latency_ms: count,
  /** Some of the tokens are our own estimate. */
  estimated: z.boolean(),
  /** Blocks of the history that its last request left out; not said where there were none. */
  left_out: count.optional(),
})
export type TurnTotal = z.infer<typeof TurnTotal>

/** The turns that messages belong to, each once. */
export function turnIdsOf(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ metadata }) => metadata.turn_id ?? []))]
}
