import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { RejectionReason } from '../events/catalog.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { TurnNeeds } from './need.ts'

/** A model as routing sees it. */
export interface Candidate {
  id: string
  /** There is a key or an address for its provider; scripted models always have one. */
  configured: boolean
  /** Why it cannot be reached for now, from watching its calls; `null` while it can. */
  unavailable: string | null
  capabilities: AdapterCapabilities
  /** The window is our guess: only the model's server can say what does not fit. */
  window_is_assumed?: boolean
}

export function candidateOf({ id, adapter, capabilities, window_is_assumed }: AvailableModel): Candidate {
  return { id, configured: adapter !== null, unavailable: null, capabilities, window_is_assumed }
}

export interface Rejection {
  rejection: RejectionReason
  reason: string
}

/** Everything that speaks against a candidate for this turn, the gravest first. */
export function rejectionsOf(candidate: Candidate, needs: TurnNeeds): Rejection[] {
  const { capabilities } = candidate
  const found: Rejection[] = []
  const reject = (rejection: RejectionReason, reason: string) => found.push({ rejection, reason })

  if (!candidate.configured) reject('not_configured', 'its provider has no key and no address')
  if (candidate.unavailable !== null) reject('provider_unavailable', candidate.unavailable)
  if (needs.images && !capabilities.supports_images) {
    reject('no_vision_support', 'the conversation holds pictures and it takes none')
  }
  if (!candidate.window_is_assumed && needs.estimated_input_tokens > capabilities.max_context_tokens) {
    reject(
      'exceeds_context_window',
      `about ${needs.estimated_input_tokens} tokens do not fit its window of ${capabilities.max_context_tokens}`,
    )
  }
  if (needs.tools && !capabilities.supports_tools) reject('no_tool_support', 'the turn needs a tool and it has none')
  if (needs.system_prompt && !capabilities.supports_system_prompt) {
    reject('no_system_prompt_support', 'the conversation has a system prompt and it takes none')
  }
  if (needs.structured_output && !capabilities.supports_structured_output) {
    reject('no_structured_output_support', 'the answer must follow a schema and it cannot promise that')
  }
  return found
}
