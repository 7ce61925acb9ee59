import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { Claim } from '../canonical/claim.ts'
import type { HostedToolName } from '../canonical/hosted-tool.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { ReasoningEffort } from '../canonical/reasoning-effort.ts'

/**
 * What protocols read of a model beside its capabilities, as `Target.options`. Data, so that no adapter guesses from a
 * model's name; a missing key means that the wire format's ordinary behaviour holds.
 */
export interface ModelOptions {
  /** Whether `temperature` and its like are accepted. */
  sampling?: boolean
  /** False where stop sequences are refused. */
  stop_sequences?: boolean
  /** How extended thinking is asked for: a token budget, adaptive (by effort), or not at all. */
  thinking?: 'budget' | 'adaptive' | 'none'
  /** It thinks where nothing is said of it, and keeps the text of its thoughts to itself unless that is asked for. */
  thinks_unasked?: boolean
  /** Thinking cannot be switched off. */
  thinking_always?: boolean
  /** The mode that is the least of it, where there is one; else a low effort is the nearest to none. */
  thinking_least?: 'between_tools'
  /** A thought holds only where all that stood before it is unchanged. */
  binds_thinking?: boolean
  /** Whether an effort may be sent beside the request for thinking. */
  effort?: boolean
  /** False where the model rejects a forced tool. */
  forced_tool_choice?: boolean
  /** False where a conversation must end with the user's words, so that no answer can be begun for the model. */
  prefill?: boolean
  /** The field that bounds the answer. */
  max_tokens_field?: 'max_completion_tokens' | 'max_tokens'
  /** The role that carries the system prompt. */
  system_role?: 'system' | 'developer'
  /** False where the model has no encrypted reasoning to give, and refuses to be asked for it. */
  encrypted_reasoning?: boolean
  /** The words for an effort that it accepts, lowest first; empty for a model that does not reason. */
  reasoning_efforts?: readonly string[]
  /** What is sent for an effort, by the model's word for it, where that is not `reasoning_effort` alone. */
  effort_fields?: Readonly<Record<string, JsonObject>>
  /** False where no tool may be forced while the model reasons. */
  forced_tool_beside_reasoning?: boolean
  /** Fields that every request to it has beside those of its host. */
  extra_body?: JsonObject
  /** False where Chat Completions takes no function tools while the model reasons. */
  tools_beside_reasoning?: boolean
  /** Under which type Anthropic's Messages API takes each tool of its own for this model. */
  hosted_tool_types?: Readonly<Partial<Record<HostedToolName, string>>>
}

export interface ClaimSource {
  /** An address, a folder of this repository, or `assumed`. */
  source: string
  /** Of a document that is not about this model alone: what in it speaks of this one. */
  covers?: string
  /** The day on which it was read, as an ISO date; empty for what is assumed. */
  checked: string
}

/** The sources of all claims: one for most, others for some. */
export function claimSources(
  most: ClaimSource,
  others: Partial<Record<Claim, ClaimSource>> = {},
): Readonly<Record<Claim, ClaimSource>> {
  return {
    limits: most,
    images: most,
    documents: most,
    tools: most,
    forced_tools: most,
    parallel_tool_calls: most,
    thinking: most,
    structured_output: most,
    prompt_caching: most,
    sampling: most,
    stop_sequences: most,
    hosted_tools: most,
    ...others,
  }
}

/** That a model is switched off, and what its provider names to go on with. */
export interface ModelEnd {
  /** An ISO date. */
  on: string
  /** An address, or the file of the installation that says so. */
  source: string
  /** The id of a model. */
  successor: string | null
}

export interface ModelEntry {
  /** Canonical, `provider:name`; the name is what goes on the wire. */
  id: string
  label: string
  provider: string
  /** Lower case, each belonging to one model: what people type after `@`. */
  aliases: readonly string[]
  /** Dated names under which the same model answers, without the provider. */
  snapshots: readonly string[]
  capabilities: AdapterCapabilities
  options: ModelOptions
  /**
   * The type of adapter that the provider's own service is reached through, where it speaks more than one wire format.
   * The capabilities hold there.
   */
  adapter_type?: 'openai' | 'openai-responses'
  /** What is different through an adapter of another type. */
  through?: Readonly<Record<string, Partial<AdapterCapabilities>>>
  /** The effort a turn asks for when nobody asked for another; absent leaves it to the provider. */
  default_reasoning_effort?: ReasoningEffort
  tier: 'flagship' | 'balanced' | 'fast'
  /** Where each claim comes from. */
  sources: Readonly<Record<Claim, ClaimSource>>
  /** The model is unknown to us: the capabilities are a cautious guess. */
  assumed?: true
  /** When its provider switches it off, where that is announced. */
  ends?: ModelEnd
  /** A demo that plays from a script. */
  scripted?: true
}

/** A model as the list of its provider has it. */
export interface ModelRow extends Pick<ModelEntry, 'label' | 'tier' | 'options' | 'sources' | 'adapter_type' | 'ends'> {
  /** What goes on the wire. */
  name: string
  limits: Pick<AdapterCapabilities, 'max_context_tokens' | 'max_output_tokens'>
  aliases?: string[]
  snapshots?: string[]
}

export function entriesOf(
  provider: string,
  rows: readonly ModelRow[],
  claimsOf: (row: ModelRow) => Pick<ModelEntry, 'capabilities' | 'adapter_type' | 'through'>,
): readonly ModelEntry[] {
  return rows.map((row) => {
    const { name, limits: _limits, aliases = [], snapshots = [], ...rest } = row
    return { ...rest, id: `${provider}:${name}`, provider, aliases, snapshots, ...claimsOf(row) }
  })
}

export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
