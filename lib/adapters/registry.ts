import { capabilitiesOf, optionsOf } from '../models/catalog.ts'
import type { AdapterConfig, AdapterType, ProviderAdapter } from './adapter.ts'
import { anthropic } from './anthropic/provider.ts'
import { ollama } from './ollama/provider.ts'
import { openai } from './openai/provider.ts'
import { openaiResponses } from './openai-responses/provider.ts'
import { openrouter } from './openrouter/provider.ts'
import type { Provider } from './provider.ts'
import type { Timing } from './retry.ts'
import { createRuntime } from './runtime.ts'

/** A provider is one line here. */
const PROVIDERS: Readonly<Record<AdapterType, Provider>> = {
  anthropic,
  openai,
  'openai-responses': openaiResponses,
  ollama,
  openrouter,
}

/** What `createAdapter` can build; the conformance suite runs over each. */
export const ADAPTER_TYPES = Object.keys(PROVIDERS) as AdapterType[]

/** The configuration names a type that is none. */
export class UnsupportedAdapterError extends Error {
  readonly type: string
  constructor(type: string) {
    super(`adapters of type ${type} are not known; there are: ${ADAPTER_TYPES.join(', ')}`)
    this.name = 'UnsupportedAdapterError'
    this.type = type
  }
}

/** `type`, `base_url` and `fetch` are enough. Throws an `UnsupportedAdapterError` for a type that is none. */
export function createAdapter(config: AdapterConfig, timing?: Timing): ProviderAdapter {
  const provider = Object.hasOwn(PROVIDERS, config.type) ? PROVIDERS[config.type] : undefined
  if (!provider) throw new UnsupportedAdapterError(config.type)
  const name = config.name ?? provider.name
  return createRuntime(
    provider.protocol(name),
    config,
    { ...provider, name, capabilities: capabilitiesOf, options: optionsOf },
    timing,
  )
}
