import type { JsonObject } from '../../../canonical/json.ts'
import type { TokenUsage } from '../../../canonical/usage.ts'
import { tokenCount } from '../../answer/token-count.ts'

/** The figures of the last line; null where it has none. What the server had in its cache is not told apart. */
export function readUsage({ prompt_eval_count, eval_count }: JsonObject): TokenUsage | null {
  const input = tokenCount(prompt_eval_count)
  const output = tokenCount(eval_count)
  if (input === undefined && output === undefined) return null
  return {
    input_tokens: input ?? 0,
    output_tokens: output ?? 0,
    cached_input_tokens: 0,
    cache_creation_input_tokens: 0,
  }
}
