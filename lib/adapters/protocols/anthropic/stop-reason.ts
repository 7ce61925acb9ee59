import type { ContentBlock } from '../../../canonical/block.ts'
import { isJsonObject, type JsonValue } from '../../../canonical/json.ts'
import type { StopReason } from '../../../canonical/stop-reason.ts'
import type { AnswerContext } from '../../protocol.ts'

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end_turn',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  tool_use: 'tool_use',
  pause_turn: 'pause_turn',
  refusal: 'refusal',
  model_context_window_exceeded: 'context_window_exceeded',
  // Like a pause: the same history is sent again to go on.
  compaction: 'pause_turn',
  // Compatible hosts that let another wire's words through.
  sensitive: 'refusal',
  content_filter: 'refusal',
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
}

/** `stop_details.category` of a refusal. */
const CATEGORIES: Readonly<Record<string, string>> = {
  cyber: 'It may help to attack computers.',
  bio: 'It may help to make biological weapons.',
  frontier_llm: 'It may help to train or copy a large language model.',
  reasoning_extraction: 'It asks for the model’s own reasoning.',
  general_harms: 'It may do harm.',
}

/** `{type: 'refusal', category, explanation}`: the provider's own words where it has any (wire-rule 165). */
export function stopExplanation(details: JsonValue | undefined): string | undefined {
  if (!isJsonObject(details)) return undefined
  const { explanation, category } = details
  if (typeof explanation === 'string' && explanation.trim() !== '') return explanation
  if (typeof category !== 'string' || category === '') return undefined
  return Object.hasOwn(CATEGORIES, category) ? CATEGORIES[category] : `Its reason: ${category}.`
}

/**
 * The wire's word, unless the content proves otherwise: a finished call with "the turn is over" is still a call to be
 * answered, and "tool use" without any call asks for nothing. A call cut off by the token limit keeps `max_tokens`.
 */
export function readStopReason(
  wire: JsonValue | undefined,
  content: readonly ContentBlock[],
  warn: AnswerContext['warn'],
): StopReason {
  const known = typeof wire === 'string' && Object.hasOwn(STOP_REASONS, wire) ? STOP_REASONS[wire] : undefined
  if (known === undefined) warn('unknown stop reason', { stop_reason: wire ?? null })
  const reason = known ?? 'end_turn'
  const calls = content.filter((block) => block.type === 'tool_use')
  if (reason === 'end_turn' && calls.some((call) => call.raw_input === undefined)) return 'tool_use'
  if (reason === 'tool_use' && calls.length === 0) return 'end_turn'
  return reason
}
