import type { JsonObject } from '../../../canonical/json.ts'
import type { ReasoningEffort } from '../../../canonical/reasoning-effort.ts'
import type { CanonicalRequest } from '../../adapter.ts'
import { reasoningEffort } from '../../history/reasoning-effort.ts'
import type { Target } from '../../protocol.ts'
import type { WireMessage } from './wire.ts'
import { isThinking } from './wire.ts'

/** The API's own lower bound of `budget_tokens`. */
const LEAST_BUDGET = 1024
const BUDGETS = { minimal: LEAST_BUDGET, low: 2048, medium: 8192, high: 24_576, max: 24_576 } as const

export interface ThinkingChoice {
  /** Asked for, so that what conflicts with it must give way. */
  active: boolean
  /** Known not to happen: some models think without being asked. */
  off?: boolean
  /** Fields of the request body. */
  thinking?: JsonObject
  effort?: string
}

/**
 * How a reasoning effort is asked for is data of the model (`options.thinking`): a token budget, the adaptive mode, or not
 * at all. A budget gives way to what the request demands more firmly: a forced tool (wire-rules 47, 128), and a history
 * that the mode would refuse (wire-rule 37). The adaptive mode clashes with neither, and to switch it for one request
 * would rewrite the cache.
 */
export function chooseThinking(
  request: CanonicalRequest,
  target: Target,
  turns: readonly WireMessage[],
): ThinkingChoice {
  const { options, capabilities } = target
  const mode = options.thinking ?? (capabilities.supports_thinking ? 'budget' : 'none')
  const effort = request.reasoning_effort
  if (mode === 'adaptive') return adaptive(effort, target)
  if (effort === undefined || effort === 'none' || mode !== 'budget') return OFF
  if (forcesTool(request, target) || !continuesThinking(turns)) return OFF
  return withBudget(effort, request.max_output_tokens, target)
}

/**
 * Whether the provider itself drops a thought that is bound to something else than what stands before it now, and says so
 * in its answer (wire-rule 154). It is asked to in the adaptive mode only: of the others nobody says that they take it.
 */
export function dropsUnboundThinking(request: CanonicalRequest, target: Target): boolean {
  if (target.options.thinking !== 'adaptive') return false
  return adaptive(request.reasoning_effort, target).thinking?.block_binding !== undefined
}

const OFF: ThinkingChoice = { active: false, off: true }

function adaptive(effort: CanonicalRequest['reasoning_effort'], { options }: Target): ThinkingChoice {
  const { thinks_unasked, thinking_always, thinking_least } = options
  if ((effort === 'none' || effort === 'minimal') && typeof thinking_least === 'string') {
    return { active: true, thinking: { type: thinking_least } }
  }
  if (effort === 'none' && thinking_always !== true) {
    // Where nothing is said some models do not think, and not all of those take a word about it.
    return thinks_unasked === true ? { ...OFF, thinking: { type: 'disabled' } } : OFF
  }
  if (effort === undefined && thinks_unasked !== true) return OFF
  // The newer models leave the text out unless it is asked for, and people want to read it (wire-rule 158).
  const thinking = {
    type: 'adaptive',
    display: displayOf(options) ?? 'summarized',
    ...(bindingControls(options) !== null && { block_binding: { prefix_mismatch_behavior: 'drop_block' } }),
  }
  if (effort === undefined || options.effort === false) return { active: true, thinking }
  return { active: true, thinking, effort: wireEffort(effort, options) }
}

function withBudget(effort: keyof typeof BUDGETS, maxTokens: number, { options, project }: Target): ThinkingChoice {
  const budget_tokens = Math.min(BUDGETS[effort], room(maxTokens))
  if (budget_tokens >= maxTokens) {
    const reason = `${maxTokens} tokens leave no room for thoughts beside an answer`
    project({ message_id: '', block_type: 'reasoning_effort', action: 'dropped', reason })
    return OFF
  }
  const display = displayOf(options)
  const thinking = { type: 'enabled', budget_tokens, ...(display === null ? {} : { display }) }
  return { active: true, thinking, ...(options.effort === true ? { effort: wireEffort(effort, options) } : {}) }
}

/** A word of the model's, or the one asked for where an installation says no more than that it takes one; low is the least. */
function wireEffort(effort: ReasoningEffort, options: Target['options']): string {
  const word = reasoningEffort({ reasoning_effort: effort }, { options }) ?? effort
  return word === 'none' || word === 'minimal' ? 'low' : word
}

/**
 * The name of the beta under which a model that binds its thinking takes word of what to do with a thought that does not
 * fit, at a host that has it; null for any other.
 */
export function bindingControls(options: Target['options']): string | null {
  const { binds_thinking, thinking_binding_controls: beta } = options
  return binds_thinking === true && typeof beta === 'string' && beta !== '' ? beta : null
}

function displayOf({ thinking_display: display }: Target['options']): string | null {
  return typeof display === 'string' ? display : null
}

/** Thinking and answer share `max_tokens`: the answer keeps a fifth of it, where the least budget allows (wire-rule 44). */
function room(maxTokens: number): number {
  return Math.max(LEAST_BUDGET, Math.floor(maxTokens * 0.8))
}

function forcesTool({ tools, tool_choice }: CanonicalRequest, { options }: Target): boolean {
  const isForced = tool_choice === 'required' || typeof tool_choice === 'object'
  return isForced && tools.length > 0 && options.forced_tool_choice !== false
}

/** With a budget, an assistant turn that the answer goes on from (a tool loop, a prefill) must begin with thinking. */
function continuesThinking(turns: readonly WireMessage[]): boolean {
  const last = turns.at(-1)
  const continued = last?.role === 'assistant' || last?.content[0]?.type === 'tool_result'
  if (!continued) return true
  const first = turns.findLast((turn) => turn.role === 'assistant')?.content[0]
  return first !== undefined && isThinking(first)
}
