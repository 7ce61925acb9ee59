import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { TokenUsage } from '../../../canonical/usage.ts'
import { billed, servedTier } from '../../answer/billed.ts'
import { checkPart, tokenCount } from '../../answer/token-count.ts'
import type { AnswerContext } from '../../protocol.ts'
import type { ChatDialect } from './dialect.ts'

/**
 * The host's figures as disjoint counters (design §3.2, wire-rules 67 and 112): what was read from or written to a cache
 * is taken out of the prompt, never below zero. Null where the host gave no figure at all.
 */
export function readUsage(usage: JsonObject, dialect: ChatDialect, warn: AnswerContext['warn']): TokenUsage | null {
  const prompt = tokenCount(usage.prompt_tokens) ?? tokenCount(usage.input_tokens)
  const completion = tokenCount(usage.completion_tokens) ?? tokenCount(usage.output_tokens)
  if (prompt === undefined && completion === undefined) return null

  const promptDetails = details(usage.prompt_tokens_details)
  const cached =
    tokenCount(promptDetails.cached_tokens) ??
    tokenCount(usage.prompt_cache_hit_tokens) ??
    tokenCount(usage.cached_tokens) ??
    tokenCount(usage.cache_read_input_tokens) ??
    0
  const writes =
    tokenCount(promptDetails.cache_write_tokens) ??
    tokenCount(promptDetails.cache_creation_tokens) ??
    tokenCount(usage.cache_creation_input_tokens) ??
    0
  const reasoning =
    tokenCount(details(usage.completion_tokens_details).reasoning_tokens) ??
    tokenCount(usage.reasoning_tokens) ??
    unnamedReasoning(prompt ?? 0, completion ?? 0, usage, dialect)

  const input = prompt ?? 0
  // OpenRouter before Gemini counts the same tokens as read from the cache and as written to it.
  const isCountedTwice = dialect.prompt_includes_cached && cached + writes > input
  const written = isCountedTwice ? Math.max(0, writes - cached) : writes
  const output = (completion ?? 0) + reasoningOutside(input, completion ?? 0, reasoning, usage, dialect)
  if (dialect.prompt_includes_cached) checkPart(cached + written, input, 'cached', warn)
  checkPart(reasoning, output, 'reasoning', warn)
  const result: TokenUsage = {
    ...billed(usage, dialect.kept_of_usage.includes('cost')),
    ...servedTier(usage.service_tier),
    input_tokens: dialect.prompt_includes_cached ? Math.max(0, input - cached - written) : input,
    output_tokens: output,
    cached_input_tokens: cached,
    cache_creation_input_tokens: written,
  }
  // A gateway was seen to count more reasoning than output, and to bill it; its counters are still a part and a whole.
  return reasoning > 0 && output > 0 ? { ...result, reasoning_tokens: Math.min(reasoning, output) } : result
}

/** The reasoning tokens that `completion_tokens` leaves out. The host's own sum says so; without one, its dialect does. */
function reasoningOutside(
  prompt: number,
  completion: number,
  reasoning: number,
  usage: JsonObject,
  dialect: ChatDialect,
): number {
  const total = tokenCount(usage.total_tokens)
  const isOutside =
    total === undefined ? !dialect.completion_includes_reasoning : total === prompt + completion + reasoning
  return isOutside ? reasoning : 0
}

/** What the sum holds beside question and answer: Gemini counts its thoughts nowhere else (wire-rule 182). */
function unnamedReasoning(prompt: number, completion: number, usage: JsonObject, dialect: ChatDialect): number {
  if (dialect.completion_includes_reasoning) return 0
  return Math.max(0, (tokenCount(usage.total_tokens) ?? 0) - prompt - completion)
}

function details(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
