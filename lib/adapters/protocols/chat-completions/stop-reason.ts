import type { StopReason } from '../../../canonical/stop-reason.ts'
import type { AnswerContext } from '../../protocol.ts'

/** Finish reasons as hosts say them (wire-rule 75). */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'end_turn',
  end: 'end_turn',
  end_turn: 'end_turn',
  eos: 'end_turn',
  eos_token: 'end_turn',
  completed: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  max_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
  model_length: 'context_window_exceeded',
  model_context_window_exceeded: 'context_window_exceeded',
  tool_calls: 'tool_use',
  tool_use: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
  refusal: 'refusal',
  safety: 'refusal',
  // Z.ai
  sensitive: 'refusal',
}

/** Exact, because the stop sequence `END` is not the word `end`. */
export function isFinishWord(word: string): boolean {
  return Object.hasOwn(STOP_REASONS, word)
}

/**
 * The wire's word decides, except where the content proves it wrong: several hosts say `stop` (or nothing) beside tool
 * calls, and OpenAI says `stop` to a refusal and to a forced call. A limit that was hit stays a limit, calls or not.
 */
export function readStopReason(
  word: string | null,
  content: { hasCalls: boolean; isRefusal: boolean },
  warn: AnswerContext['warn'],
): StopReason {
  const key = word?.toLowerCase() ?? 'stop'
  const known = Object.hasOwn(STOP_REASONS, key) ? STOP_REASONS[key] : undefined
  if (known === undefined) warn('unknown finish reason', { finish_reason: word })
  const reason = known ?? 'end_turn'
  if (reason !== 'end_turn' && reason !== 'tool_use') return reason
  if (content.hasCalls) return 'tool_use'
  return content.isRefusal ? 'refusal' : 'end_turn'
}
