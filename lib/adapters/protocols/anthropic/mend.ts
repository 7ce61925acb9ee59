import type { JsonObject } from '../../../canonical/json.ts'
import { mendContainers } from '../../history/container.ts'
import type { SentRequest, WireFailure } from '../../protocol.ts'
import { mendThinking } from './bound-thinking.ts'

/** What has to be different in the next attempt; null where nothing helps. */
export function mend(failure: WireFailure, sent: SentRequest): JsonObject | null {
  return mendThinking(failure, sent) ?? mendContainers(failure, sent) ?? mendTools(failure, sent)
}

/**
 * "tools.0: Input tag 'web_search_20260209' found using 'type' does not match any of the expected tags", "'claude-…' does
 * not support tool types: …", "Web search is not enabled for this organization": a host, a model or an account that does
 * not run what was chosen answers without it.
 */
const OF_A_TOOL = /(web|tool)[ _](search|fetch)|code[ _]execution|server[ _]tool/i

function mendTools({ status, text }: WireFailure, { kept }: SentRequest): JsonObject | null {
  const isOffered = Array.isArray(kept.hosted_tools)
  return status === 400 && isOffered && OF_A_TOOL.test(text) ? { hosted_tools_refused: true } : null
}
