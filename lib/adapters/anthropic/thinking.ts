import type { JsonObject } from '../../canonical/json.ts'
import type { CanonicalRequest } from '../adapter.ts'
import type { Target } from '../protocol.ts'
import type { WireMessage } from './wire.ts'

/** The API's own lower bound of `budget_tokens`. */
const LEAST_BUDGET = 1024
const BUDGETS = { low: 2048, medium: 8192, high: 24_576 } as const

export interface ThinkingChoice {
  active: boolean
  /** Fields of the request body. */
  thinking?: JsonObject
  effort?: string
}

/**
 * How a reasoning effort is asked for is data of the model (`options.thinking`): a token budget, the adaptive mode with
 * an effort, or not at all. It gives way to what the request demands more firmly: a forced tool (wire-rule 47), and a
 * history that the mode would refuse (wire-rule 37).
 */
export function chooseThinking(
  request: CanonicalRequest,
  target: Target,
  turns: readonly WireMessage[],
): ThinkingChoice {
  const { thinking_display: display } = target.options
  const mode = target.options.thinking ?? (target.capabilities.supports_thinking ? 'budget' : 'none')
  const effort = request.reasoning_effort
  if (effort === undefined || (mode !== 'budget' && mode !== 'adaptive')) return { active: false }

  const shown = typeof display === 'string' ? { display } : {}
  const isForced = request.tools.length > 0 && isForcedChoice(request.tool_choice)
  if (mode === 'adaptive') {
    if (effort === 'none' || isForced) return { active: false, thinking: { type: 'disabled' } }
    return { active: true, thinking: { type: 'adaptive', ...shown }, effort }
  }
  if (effort === 'none' || isForced || !continuesThinking(turns)) return { active: false }
  // Both share `max_tokens`: the answer keeps at least a fifth of it, where the least budget allows.
  const room = Math.max(LEAST_BUDGET, Math.floor(request.max_output_tokens * 0.8))
  const budget_tokens = Math.min(BUDGETS[effort], room)
  if (budget_tokens >= request.max_output_tokens) return { active: false }
  return { active: true, thinking: { type: 'enabled', budget_tokens, ...shown } }
}

export function isForcedChoice(choice: CanonicalRequest['tool_choice']): boolean {
  return choice === 'required' || typeof choice === 'object'
}

/** With a budget, an assistant turn that the answer goes on from (a tool loop, a prefill) must begin with thinking. */
function continuesThinking(turns: readonly WireMessage[]): boolean {
  const last = turns.at(-1)
  const continued = last?.role === 'assistant' || last?.content[0]?.type === 'tool_result'
  if (!continued) return true
  const first = turns.findLast((turn) => turn.role === 'assistant')?.content[0]?.type
  return first === 'thinking' || first === 'redacted_thinking'
}
