import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { TokenUsage } from '../../../canonical/usage.ts'
import { billed, servedTier } from '../../answer/billed.ts'
import { checkPart, tokenCount } from '../../answer/token-count.ts'
import type { AnswerContext } from '../../protocol.ts'
import { without } from './wire.ts'

/**
 * The host's figures as disjoint counters (design §3.2, wire-rule 112): `input_tokens` of the wire contains what was read
 * from and written to a cache, `output_tokens` contains reasoning. Null where the host gave no figure at all.
 */
export function readUsage(
  usage: JsonValue | undefined,
  tier: JsonValue | undefined,
  warn: AnswerContext['warn'],
): TokenUsage | null {
  if (!isJsonObject(usage)) return null
  const input = tokenCount(usage.input_tokens)
  const output = tokenCount(usage.output_tokens)
  if (input === undefined && output === undefined) return null
  const inputDetails = details(usage.input_tokens_details)
  const total = input ?? 0
  const read = tokenCount(inputDetails.cached_tokens) ?? 0
  const cached = Math.min(total, read)
  const writes = tokenCount(inputDetails.cache_write_tokens) ?? 0
  const written = Math.min(total - cached, writes)
  const reasoning = tokenCount(details(usage.output_tokens_details).reasoning_tokens) ?? 0
  checkPart(read + writes, total, 'cached', warn)
  checkPart(reasoning, output ?? 0, 'reasoning', warn)
  const result: TokenUsage = {
    ...billed(usage, false),
    ...servedTier(tier),
    input_tokens: total - cached - written,
    output_tokens: output ?? 0,
    cached_input_tokens: cached,
    cache_creation_input_tokens: written,
  }
  return reasoning > 0 ? { ...result, reasoning_tokens: Math.min(reasoning, result.output_tokens) } : result
}

/** What the counters do not hold (the host's own cost, searches): kept for the record. */
export function usageDetails(usage: JsonValue | undefined): JsonObject {
  return isJsonObject(usage) ? without(usage, ...COUNTED) : {}
}

const COUNTED = ['input_tokens', 'output_tokens', 'total_tokens', 'input_tokens_details', 'output_tokens_details']

function details(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
