import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { RejectionReason } from '../events/catalog.ts'
import type { Unavailability } from '../models/availability.ts'
import type { AvailableModel } from '../models/model-directory.ts'
import type { TurnNeeds } from './need.ts'

/** A model as routing sees it. */
export interface Candidate {
  id: string
  /** There is a key or an address for its provider; scripted models always have one. */
  configured: boolean
  /**
   * Why it cannot be counted on for now, from watching its calls; `null` while it can. `is_asked`: the provider itself said
   * when to come back.
   */
  unavailable: { reason: string; is_asked: boolean } | null
  capabilities: Pick<
    AdapterCapabilities,
    | 'supports_images'
    | 'supports_tools'
    | 'supports_system_prompt'
    | 'supports_structured_output'
    | 'max_context_tokens'
  >
  /** The window is our guess: only the model's server can say what does not fit. */
  window_is_assumed?: boolean
}

export function candidateOf(
  { id, adapter, capabilities, window_is_assumed }: AvailableModel,
  unavailable: Unavailability | null,
): Candidate {
  return {
    id,
    configured: adapter !== null,
    unavailable: unavailable && { reason: wordsFor(unavailable), is_asked: unavailable.is_asked },
    capabilities,
    window_is_assumed,
  }
}

function wordsFor({ of, error_class, since, until }: Unavailability): string {
  const [whose, from, to] = [of === 'provider' ? 'its provider' : 'it', moment(since), moment(until)]
  return `${whose} is unavailable since ${from} (${error_class}), and counted on again from ${to} on`
}

/** To the second: `2026-11-23T14:02:07Z`. */
const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`

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
  if (candidate.unavailable !== null) reject('provider_unavailable', candidate.unavailable.reason)
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
