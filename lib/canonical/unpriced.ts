import type { Message } from './message.ts'

/** It took place, and nobody knows all that it costs. A call that never got anywhere counted nothing, and costs nothing. */
export function isUnpriced({ metadata }: Pick<Message, 'metadata'>): boolean {
  const { usage, status = 'complete' } = metadata
  if (!usage || (usage.cost_usd !== null && usage.cost_state === undefined)) return false
  const { input_tokens, output_tokens, cached_input_tokens, cache_creation_input_tokens } = usage
  return status === 'complete' || input_tokens + output_tokens + cached_input_tokens + cache_creation_input_tokens > 0
}
