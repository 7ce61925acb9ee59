import type { StopReason } from '../../../canonical/stop-reason.ts'
import type { AnswerContext } from '../../protocol.ts'

/**
 * `length` is said of a full context as well as of `num_predict`, and the wire does not tell which (wire-rule 93): both
 * are a limit that was hit. `load` and `unload` answer a request that asked for no more than that.
 */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  load: 'end_turn',
  unload: 'end_turn',
}

/** The wire says `stop` beside calls as well, and servers before 0.1.38 say nothing. */
export function readStopReason(word: string | null, hasCalls: boolean, warn: AnswerContext['warn']): StopReason {
  const known = Object.hasOwn(STOP_REASONS, word ?? 'stop') ? STOP_REASONS[word ?? 'stop'] : undefined
  if (known === undefined) warn('unknown done reason', { done_reason: word })
  const reason = known ?? 'end_turn'
  return reason === 'end_turn' && hasCalls ? 'tool_use' : reason
}
