import type { ContentBlock } from '../../../canonical/block.ts'
import type { JsonObject } from '../../../canonical/json.ts'
import { isJsonObject } from '../../../canonical/json.ts'
import type { StopReason } from '../../../canonical/stop-reason.ts'
import type { AnswerContext } from '../../protocol.ts'

/** `incomplete_details.reason`. */
const INCOMPLETE: Readonly<Record<string, StopReason>> = {
  max_output_tokens: 'max_tokens',
  max_tokens: 'max_tokens',
  length: 'max_tokens',
  content_filter: 'refusal',
  model_context_window_exceeded: 'context_window_exceeded',
}

/**
 * The format has no word for "tools are asked for": a whole answer with calls is one. An answer that the wire calls
 * incomplete stays so, calls or not; without a reason that we know it was cut short all the same.
 */
export function readStopReason(
  response: JsonObject,
  content: readonly ContentBlock[],
  isRefusal: boolean,
  warn: AnswerContext['warn'],
): StopReason {
  const { status, incomplete_details: details } = response
  if (status === 'incomplete') {
    const reason = isJsonObject(details) ? details.reason : undefined
    const known = typeof reason === 'string' && Object.hasOwn(INCOMPLETE, reason) ? INCOMPLETE[reason] : undefined
    if (known === undefined) warn('unknown reason of an incomplete answer', { reason: reason ?? null })
    return known ?? 'max_tokens'
  }
  if (content.some((block) => block.type === 'tool_use')) return 'tool_use'
  return isRefusal ? 'refusal' : 'end_turn'
}
