import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { parseModelId } from '../canonical/id.ts'
import { claimSources, type ModelEntry, type ModelOptions } from './model-entry.ts'

/**
 * What a model that we know nothing of is trusted with. Pictures and thinking in history can make every later request
 * fail, so they are not; a window that is guessed too small would refuse what the server could take, so it is not small.
 */
const ASSUMED: AdapterCapabilities = {
  supports_images: false,
  supports_thinking: false,
  supports_tools: true,
  supports_system_prompt: true,
  supports_structured_output: false,
  supports_streaming: true,
  supports_streaming_tool_calls: true,
  // What would say otherwise is a field that some hosts refuse (wire-rule 212), and several calls at once are taken anyway.
  supports_parallel_tool_calls: true,
  supports_prompt_caching: false,
  supports_system_messages_in_list: true,
  max_context_tokens: 128_000,
  max_output_tokens: 4_096,
  accepted_image_media_types: [],
}

/**
 * Compatible servers know the older names, and not all of them the newer ones. A model that does not reason would refuse
 * every request that asks for its reasoning; one that does only has it left out of what goes back.
 */
const ASSUMED_OPTIONS: ModelOptions = {
  sampling: true,
  thinking: 'none',
  effort: false,
  max_tokens_field: 'max_tokens',
  system_role: 'system',
  reasoning_efforts: [],
  encrypted_reasoning: false,
}

/**
 * A cautious entry for an id that no catalog row has, as it is reached through an adapter of this type; a provider of the
 * name of a type speaks that. Throws a `RangeError` on what is not a model id.
 */
export function assumedEntry(id: string, adapterType?: string): ModelEntry {
  const model = parseModelId(id)
  if (!model) throw new RangeError(`not a model id of the form provider:name: ${JSON.stringify(id)}`)
  const type = adapterType ?? model.provider
  return {
    id,
    label: model.name,
    provider: model.provider,
    aliases: [],
    snapshots: [],
    capabilities: {
      ...ASSUMED,
      supports_system_messages_in_list: type !== 'anthropic',
      // Its calls come whole, in one piece.
      supports_streaming_tool_calls: type !== 'ollama',
    },
    options: ASSUMED_OPTIONS,
    tier: 'balanced',
    sources: claimSources({ source: 'assumed', checked: '' }),
    assumed: true,
  }
}
