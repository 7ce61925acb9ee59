import type { TokenUsage } from '../canonical/usage.ts'
import type { Bill } from './bill.ts'
import type { Answered } from './whose-price.ts'

/** A call that nobody has made yet, by the tokens that would be counted of it; what is left out is 0. */
export type PlannedCall = Pick<TokenUsage, 'input_tokens' | 'output_tokens'> &
  Partial<
    Pick<
      TokenUsage,
      'cached_input_tokens' | 'cache_creation_input_tokens' | 'cache_creation_1h_input_tokens' | 'tool_uses'
    >
  > & {
    /** `provider:name`. */
    model: string
    /** ISO 8601, when it would be made: the version of the prices that holds then. */
    at: string
  }

/** What the directory of models knows of bills. */
export interface Billing {
  bill(usage: TokenUsage, answered: Answered, at: string): Bill
  answered(served: string, asked: string): Answered
}

/** What a call would cost if the model that is asked answers it. Its state is never `exact`, for no provider has counted. */
export function estimateOf({ model, at, ...planned }: PlannedCall, models: Billing): Bill {
  const usage = { cached_input_tokens: 0, cache_creation_input_tokens: 0, ...planned, estimated: true }
  return models.bill(usage, models.answered(model, model), at)
}
