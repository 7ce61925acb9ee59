import { capabilitiesOf, optionsOf } from '../models/catalog.ts'
import type { AdapterConfig, AdapterType, ProviderAdapter } from './adapter.ts'
import type { Timing } from './exchange/retry.ts'
import { createRuntime } from './exchange/runtime.ts'
import type { ReadExtras } from './history/extra.ts'
import type { Provider } from './provider.ts'
import { anthropic } from './providers/anthropic.ts'
import { deepseek } from './providers/deepseek.ts'
import { groq } from './providers/groq.ts'
import { mistral } from './providers/mistral.ts'
import { moonshot } from './providers/moonshot.ts'
import { ollama } from './providers/ollama.ts'
import { ollamaCompatible } from './providers/ollama-compatible.ts'
import { openai } from './providers/openai.ts'
import { openaiResponses } from './providers/openai-responses.ts'
import { openrouter } from './providers/openrouter.ts'

/** A provider is one line here. */
const PROVIDERS: Readonly<Record<AdapterType, Provider>> = {
  anthropic,
  openai,
  'openai-responses': openaiResponses,
  ollama,
  openrouter,
}

/** Hosts of the type `openai` with a dialect of their own, by the name that the configuration gives: one line each. */
const COMPATIBLE: ReadonlyMap<string, Provider> = new Map(
  [deepseek, groq, mistral, moonshot, ollamaCompatible].map((provider) => [provider.name, provider]),
)

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

/** The provider that a configuration means. Throws an `UnsupportedAdapterError` for a type that is none. */
export function providerOf({ type, name }: Pick<AdapterConfig, 'type' | 'name'>): Provider {
  const provider = Object.hasOwn(PROVIDERS, type) ? PROVIDERS[type] : undefined
  if (!provider) throw new UnsupportedAdapterError(type)
  return (type === 'openai' && name !== undefined && COMPATIBLE.get(name)) || provider
}

/** What each format keeps with an answer beside its content: one that goes to another format is read by its own. */
export const EXTRAS: ReadonlyMap<string, ReadExtras> = new Map(
  Object.values(PROVIDERS).flatMap(({ protocol: { format, extras } }) => (extras ? [[format, extras] as const] : [])),
)

/** `type`, `base_url` and `fetch` are enough. Throws an `UnsupportedAdapterError` for a type that is none. */
export function createAdapter(config: AdapterConfig, timing?: Timing): ProviderAdapter {
  const { protocol, ...provider } = providerOf(config)
  const capabilities = (model: string) => capabilitiesOf(model, config.type)
  const defaults = { ...provider, capabilities, options: optionsOf, extras: EXTRAS }
  return createRuntime(protocol, config, defaults, timing)
}
