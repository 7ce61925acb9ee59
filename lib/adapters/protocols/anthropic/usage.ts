import type { ContentBlock } from '../../../canonical/block.ts'
import type { JsonObject, JsonValue } from '../../../canonical/json.ts'
import type { TokenUsage, ToolUses } from '../../../canonical/usage.ts'
import { MOST_TOKENS } from '../../answer/token-count.ts'
import { toolUses } from '../../answer/tool-uses.ts'
import { objectOf, restOf } from './wire.ts'

/**
 * Stream usage is cumulative: each report overwrites what it names and leaves the rest, and a proxy's null says nothing
 * (wire-rule 51).
 */
export function mergeUsage(before: JsonObject | null, report: JsonObject | null): JsonObject | null {
  const said = report === null ? {} : restOf(report)
  return Object.keys(said).length === 0 ? before : { ...before, ...said }
}

/** The four disjoint counters; Anthropic's `input_tokens` excludes the cached ones already. `null` where nothing was counted. */
export function readUsage(usage: JsonObject | null, content: readonly ContentBlock[] = []): TokenUsage | null {
  if (usage === null || (!isCount(usage.input_tokens) && !isCount(usage.output_tokens))) return null
  const written = count(usage.cache_creation_input_tokens)
  const hourly = count(objectOf(usage.cache_creation)?.ephemeral_1h_input_tokens)
  const reasoning = count(objectOf(usage.output_tokens_details)?.thinking_tokens)
  const counters: TokenUsage = {
    input_tokens: count(usage.input_tokens),
    output_tokens: count(usage.output_tokens),
    cached_input_tokens: count(usage.cache_read_input_tokens),
    // A host that reports only the split still wrote that much.
    cache_creation_input_tokens: written || hourly + count(objectOf(usage.cache_creation)?.ephemeral_5m_input_tokens),
  }
  if (hourly > 0) {
    counters.cache_creation_1h_input_tokens = Math.min(hourly, counters.cache_creation_input_tokens)
  }
  if (reasoning > 0) counters.reasoning_tokens = Math.min(reasoning, counters.output_tokens)
  return { ...counters, ...toolUses(content, searches(objectOf(usage.server_tool_use))) }
}

function searches(counted: JsonObject | null): ToolUses {
  const { web_search_requests: searched, web_fetch_requests: fetched } = counted ?? {}
  return {
    ...(isCount(searched) ? { web_search: count(searched) } : {}),
    ...(isCount(fetched) ? { web_fetch: count(fetched) } : {}),
  }
}

/** What the counters do not hold (iterations, searches, service tier): kept for the record (wire-rule 52). */
export function usageDetails(usage: JsonObject | null): JsonObject {
  return usage === null ? {} : restOf(usage, COUNTED)
}

const COUNTED = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
  'output_tokens_details',
]

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= MOST_TOKENS
}

/** Never below zero, never a fraction: one odd host must not make a message invalid. */
function count(value: JsonValue | undefined): number {
  return isCount(value) ? Math.max(0, Math.round(value)) : 0
}
