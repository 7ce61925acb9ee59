import type { ServedModel } from '../adapters/adapter.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { CLAIMS, type Claim, type Claimant } from '../canonical/claim.ts'
import type { ModelEntry } from './model-entry.ts'
import { OWN_SOURCE } from './model-override.ts'

export interface ModelClaim {
  claim: Claim
  by: Claimant
  /** An address, a folder of the repository or a file of the installation. */
  source: string | null
  /** What in the source speaks of this model, where that is about others too. */
  covers: string | null
  /** The day on which it was read or said, as an ISO date. */
  checked: string | null
}

/** What is known of a model, by who says it. */
export interface SaidOfModel {
  /** As it is shipped, or assumed. */
  entry: ModelEntry
  own: Partial<AdapterCapabilities> | undefined
  /** In its list, or when it was asked; `on`: an ISO date. */
  host: { capabilities: Partial<AdapterCapabilities>; on: string } | null
  /** What holds of all that. */
  capabilities: AdapterCapabilities
  takes_temperature: boolean
}

const FIELDS = {
  limits: ['max_context_tokens', 'max_output_tokens'],
  images: ['supports_images', 'accepted_image_media_types', 'image_limits'],
  documents: ['documents'],
  tools: ['supports_tools', 'supports_streaming_tool_calls'],
  parallel_tool_calls: ['supports_parallel_tool_calls'],
  thinking: ['supports_thinking'],
  structured_output: ['supports_structured_output'],
  prompt_caching: ['supports_prompt_caching'],
  sampling: [],
  // What an adapter heeds is what the catalog says.
  forced_tools: [],
  stop_sequences: [],
  hosted_tools: ['hosted_tools'],
} as const satisfies Record<Claim, readonly (keyof AdapterCapabilities)[]>

/** What of a model the list of its host says. */
export function saidInList(served: ServedModel | undefined): Partial<AdapterCapabilities> {
  const { max_context_tokens, supports_thinking, takes = [] } = served ?? {}
  return {
    ...(max_context_tokens !== undefined && { max_context_tokens }),
    ...(supports_thinking && { supports_thinking }),
    ...(takes.includes('pictures') && { supports_images: true }),
  }
}

/** Where each claim comes from that holds of a model: from the last that says something of it. */
export function claimsOf(said: SaidOfModel): ModelClaim[] {
  return CLAIMS.map((claim) => ({ claim, ...sourceOf(claim, said) }))
}

function sourceOf(claim: Claim, said: SaidOfModel): Omit<ModelClaim, 'claim'> {
  const { entry, own, host } = said
  const speaks = (of: Partial<AdapterCapabilities> | undefined) =>
    FIELDS[claim].some((field) => of?.[field] !== undefined)
  if (speaks(own)) return { by: 'installation', source: OWN_SOURCE, covers: null, checked: null }
  if (host && speaks(host.capabilities)) return { by: 'host', source: null, covers: null, checked: host.on }
  if (!holdsAsShipped(claim, said)) return { by: 'adapter', source: null, covers: null, checked: null }
  const { source, covers = null, checked } = entry.sources[claim]
  if (source === 'assumed') return { by: 'assumed', source: null, covers: null, checked: null }
  return { by: 'catalog', source, covers, checked }
}

function holdsAsShipped(claim: Claim, { entry, capabilities, takes_temperature }: SaidOfModel): boolean {
  if (claim === 'sampling') return takes_temperature === (entry.options.sampling !== false)
  return FIELDS[claim].every(
    (field) => JSON.stringify(capabilities[field]) === JSON.stringify(entry.capabilities[field]),
  )
}
