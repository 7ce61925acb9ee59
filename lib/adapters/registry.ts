import { capabilitiesOf, entryOf, optionsOf } from '../models/catalog.ts'
import type { AdapterConfig, AdapterType, ProviderAdapter } from './adapter.ts'
import { defaultWireName } from './answer/served-model.ts'
import type { Timing } from './exchange/retry.ts'
import { createRuntime } from './exchange/runtime.ts'
import type { ReadExtras } from './history/extra.ts'
import { isOwnServer } from './own-server.ts'
import type { Provider, Wire } from './provider.ts'
import { PROTOCOL_LABELS, wiresOf } from './provider.ts'
import { anthropic } from './providers/anthropic.ts'
import { ollama } from './providers/ollama.ts'
import { openai } from './providers/openai.ts'
import { openrouter } from './providers/openrouter.ts'
import { PROVIDERS } from './providers.ts'

/** Whose a wire format is: hosts that no record knows are taken to speak it in the same way. */
const MAKERS: Readonly<Record<AdapterType, Provider>> = {
  anthropic,
  openai,
  'openai-responses': openai,
  ollama,
  openrouter,
}

/** What they are called where people choose among them. */
export const ADAPTER_LABELS = (Object.entries(MAKERS) as [AdapterType, Provider][]).map(([id, { label }]) => {
  const format = Object.entries(PROTOCOL_LABELS).find(([type]) => type === id)?.[1]
  return { id, label: format === undefined || format === label ? label : `${label} (${format})` }
})

/** What `createAdapter` can build. */
export const ADAPTER_TYPES = Object.keys(MAKERS) as [AdapterType, ...AdapterType[]]

const byId: ReadonlyMap<string, Provider> = new Map(PROVIDERS.map((provider) => [provider.id, provider]))

/** The record of this name; none for a provider that only this installation has. */
export function knownProvider(id: string): Provider | undefined {
  return byId.get(id)
}

/** The configuration names a type that is none. */
export class UnsupportedAdapterError extends Error {
  readonly type: string
  constructor(type: string) {
    super(`adapters of type ${type} are not known; there are: ${ADAPTER_TYPES.join(', ')}`)
    this.name = 'UnsupportedAdapterError'
    this.type = type
  }
}

/**
 * What a configuration means: the record of its name where that one speaks this format, else the one whose format it is.
 * Throws an `UnsupportedAdapterError` for a type that is none.
 */
export function wireOf({ type, name }: Pick<AdapterConfig, 'type' | 'name'>): Wire & { provider: Provider } {
  const maker = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined
  const provider = [byId.get(name ?? ''), maker].find((each) => each?.wires[type])
  const wire = provider?.wires[type]
  if (!maker || !provider || !wire) throw new UnsupportedAdapterError(type)
  return { ...wire, provider }
}

/** A type by its name; undefined for what is none. */
export function adapterType(name: string): AdapterType | undefined {
  return ADAPTER_TYPES.find((type) => type === name)
}

/** Whether an adapter speaks as one of this type would, to a provider that has this type where that is known. */
export function isOfType({ name, format }: Pick<ProviderAdapter, 'name' | 'format'>, type: AdapterType): boolean {
  const provider = byId.get(name)
  return format === wireOf({ type }).protocol.format && (!provider || provider.wires[type] !== undefined)
}

/** What each format keeps with an answer beside its content: one that goes to another format is read by its own. */
export const EXTRAS: ReadonlyMap<string, ReadExtras> = new Map(
  PROVIDERS.flatMap(wiresOf).flatMap(([, { protocol }]) =>
    protocol.extras ? [[protocol.format, protocol.extras] as const] : [],
  ),
)

/** `type`, `base_url` and `fetch` are enough. Throws an `UnsupportedAdapterError` for a type that is none. */
export function createAdapter(config: AdapterConfig, timing?: Timing): ProviderAdapter {
  const { protocol, provider, reasons, documents, documents_by_maker, documents_at_home, documents_listed, ...wire } =
    wireOf(config)
  const isHome = !isOwnServer(config.base_url ?? null, provider.base_url)
  const documentsOf = (model: string) =>
    makersOwn(documents_by_maker, model) ?? documents ?? (isHome ? documents_at_home : undefined)
  const capabilities = (model: string) => {
    const known = capabilitiesOf(model, config.type)
    const { assumes, knows } = claimsOf(provider, model, config)
    const all = { ...known, ...assumes?.capabilities, ...knows?.capabilities }
    const limits = all.documents ?? documentsOf(model)
    // What a provider runs, it runs at home: a gateway, a cloud or a copy of its API may not.
    const { hosted_tools, ...rest } = all
    return { ...rest, ...(limits && { documents: limits }), ...(isHome && hosted_tools && { hosted_tools }) }
  }
  const options = (model: string) => {
    const { assumes, knows } = claimsOf(provider, model, config)
    const said = { ...capabilities(model), ...config.known_capabilities?.(model) }
    const asks = entryOf(model).assumed && said.supports_thinking ? reasons : undefined
    return { ...optionsOf(model), ...assumes?.options, ...asks, ...knows?.options }
  }
  const defaults = {
    ...wire,
    name: provider.id,
    base_url: provider.base_url,
    capabilities,
    options,
    extras: EXTRAS,
  }
  return createRuntime(protocol, config, defaults, timing)
}

/** What the record says of a model; nothing of one that the catalog has. */
function claimsOf({ assumes, knows = {} }: Provider, model: string, { wire_name = defaultWireName }: AdapterConfig) {
  if (!entryOf(model).assumed) return {}
  const name = wire_name(model)
  return { assumes, knows: Object.hasOwn(knows, name) ? knows[name] : undefined }
}

/** By the name before the slash of a model that its host has from others. */
function makersOwn<T>(byMaker: Readonly<Record<string, T>> | undefined, model: string): T | undefined {
  const maker = /^[^:]+:([^/]+)\//.exec(model)?.[1] ?? ''
  return byMaker && Object.hasOwn(byMaker, maker) ? byMaker[maker] : undefined
}
