import type { Message } from '#lib/canonical/message.ts'
import { isUnpriced } from '#lib/canonical/unpriced.ts'
import { addDecimals } from '../../_content/format.ts'

export interface AnswerTotal {
  model: string | null
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  /** Decimal string; `null` when nothing of it has a price. */
  cost_usd: string | null
  /** Calls without a price: above zero, the cost is a lower bound. */
  unpriced_calls: number
  latency_ms: number
  calls: number
  estimated: boolean
}

/** What an answer took: the sum over the model calls of its turn. `null` when none of them reported anything. */
export function answerTotal(answers: readonly Message[]): AnswerTotal | null {
  const usages = answers.flatMap((answer) => answer.metadata.usage ?? [])
  if (usages.length === 0) return null
  const costs = usages.flatMap((usage) => usage.cost_usd ?? [])
  const sum = (read: (usage: (typeof usages)[number]) => number) =>
    usages.reduce((total, usage) => total + read(usage), 0)
  return {
    model: answers.findLast((answer) => answer.metadata.model)?.metadata.model ?? null,
    input_tokens: sum((usage) => usage.input_tokens + usage.cache_creation_input_tokens),
    output_tokens: sum((usage) => usage.output_tokens),
    cached_input_tokens: sum((usage) => usage.cached_input_tokens),
    cost_usd: costs.length === 0 ? null : costs.reduce(addDecimals),
    unpriced_calls: answers.filter(isUnpriced).length,
    latency_ms: sum((usage) => usage.latency_ms),
    calls: usages.length,
    estimated: usages.some((usage) => usage.estimated === true),
  }
}
