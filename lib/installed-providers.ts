import type { AdapterType, ProviderAdapter, ServedModel } from './adapters/adapter.ts'
import { defaultWireName } from './adapters/answer/served-model.ts'
import { isOwnServer, isThisMachine, standsInForVendor } from './adapters/own-server.ts'
import { FURTHER_PROTOCOLS, type Provider, type Wire, wiresOf } from './adapters/provider.ts'
import { PROVIDERS } from './adapters/providers.ts'
import { createAdapter, knownProvider, wireOf } from './adapters/registry.ts'
import { createDemoFetch } from './demo/demo-fetch.ts'
import type { Logger } from './log.ts'
import { DEMO_WIRES } from './models/demo.ts'
import type { InstalledProvider } from './models/installed-provider.ts'
import { IMAGE_MEDIA_TYPES } from './models/model-entry.ts'
import type { ModelOverride } from './models/model-override.ts'
import type { ProviderSettings } from './provider-env.ts'
import { askForList } from './provider-setup/ask-for-list.ts'

type Overrides = ReadonlyMap<string, ModelOverride>

/** Builds providers of settings; those of which nothing has changed since the last time stay the ones that they were. */
export class Installer {
  readonly #log: Logger
  readonly #demo: InstalledProvider
  #installed: ReadonlyMap<string, InstalledProvider> = new Map()

  constructor(log: Logger) {
    this.#log = log
    this.#demo = demo(log)
  }

  /** Every provider as these settings set it up: those that are not set up too, for what the catalog has of them, and the demo. */
  install(settings: readonly ProviderSettings[], overrides: Overrides = new Map()): InstalledProvider[] {
    const setUp = settings.filter(isSetUp)
    const others = PROVIDERS.filter(({ id }) => !setUp.some((each) => each.id === id))
    const named = [
      ...setUp.map((each) => [keyOf(each, overrides), () => install(each, overrides, this.#log)] as const),
      ...others.map(({ id, label }) => [id, () => ({ name: id, label, adapterOf: () => null })] as const),
    ]
    this.#installed = new Map(named.map(([key, build]) => [key, this.#installed.get(key) ?? build()]))
    return [...this.#installed.values(), this.#demo]
  }
}

/** All that a provider is built of. */
function keyOf(settings: ProviderSettings, overrides: Overrides): string {
  return JSON.stringify([settings, [...overrides].filter(([id]) => id.startsWith(`${settings.id}:`))])
}

/** A key in the environment may be there for another program: it alone is enough only where it says that somebody has an account. */
export function isSetUp({ id, apiKey, baseUrl }: ProviderSettings): boolean {
  const provider = knownProvider(id)
  if (!provider) return true
  return provider.set_up_by.some((by) => (by === 'key' ? apiKey : baseUrl) !== null)
}

function install(settings: ProviderSettings, overrides: Overrides, log: Logger): InstalledProvider {
  const { id, label, baseUrl, models } = settings
  const provider = knownProvider(id)
  const isOwn = provider ? isOwnServer(baseUrl, provider.base_url) : true
  /** What its list said last of each model, by the name that goes on the wire. */
  const listed = new Map<string, ServedModel>()
  const { first, adapters } = adaptersOf(settings, provider, overrides, listed, log)
  const typeOf = (model: string) => settings.protocol ?? provider?.wireOf?.(model, { isOwnServer: isOwn }) ?? first
  const from = provider?.models_from ?? 'list'
  const isListed = from === 'list' || (from === 'catalog' && baseUrl !== null)
  return {
    name: id,
    label,
    adapterOf: (model) => adapters.get(typeOf(model)) ?? null,
    isOwnServer: isOwn,
    standsInForVendor: standsInForVendor(baseUrl, provider?.base_url ?? null),
    isSetUp: true,
    isLocal: (model) => runsHere(provider, baseUrl, model),
    ...(isListed && {
      listModels: async () => {
        const models = await askForList(settings, first)
        listed.clear()
        for (const model of models) listed.set(model.name, model)
        return models
      },
    }),
    ...(from !== 'catalog' && { models, expected: isOwn ? [] : (provider?.models ?? []) }),
    close: () => closeAll(adapters.values()),
  }
}

/** A program that is known to run models, on this machine. Of any other server here nobody knows whom it asks in turn. */
function runsHere(provider: Provider | undefined, baseUrl: string | null, model: string): boolean {
  const usual = provider?.base_url ?? null
  if (usual === null || !isThisMachine(new URL(usual).hostname)) return false
  return isThisMachine(new URL(baseUrl ?? usual).hostname) && provider?.elsewhere?.test(model) !== true
}

async function closeAll(adapters: Iterable<ProviderAdapter>): Promise<void> {
  await Promise.all([...adapters].map((adapter) => adapter.close()))
}

/** One for each wire that its models may take. */
function adaptersOf(
  settings: ProviderSettings,
  provider: Provider | undefined,
  overrides: Overrides,
  listed: ReadonlyMap<string, ServedModel>,
  log: Logger,
) {
  const { id: name, apiKey, baseUrl, protocol, options, connection } = settings
  const [first = protocol ?? FURTHER_PROTOCOLS[0], ...rest] =
    protocol === null && provider ? wiresOf(provider).map(([type]) => type) : []
  const wire_name = (model: string) => overrides.get(model)?.wire_name ?? defaultWireName(model)
  const config = {
    ...connection,
    name,
    api_key: apiKey,
    options,
    log,
    ...(baseUrl !== null && { base_url: baseUrl }),
    wire_name,
  }
  const known = (type: AdapterType) => (model: string) => ({
    ...saidInList(listed.get(wire_name(model)), wireOf({ type, name })),
    ...overrides.get(model)?.capabilities,
  })
  const adapters = new Map(
    [first, ...rest].map(
      (type) => [type, createAdapter({ ...config, type, known_capabilities: known(type) })] as const,
    ),
  )
  return { first, adapters }
}

/** What the host's own list says that a model can do; where it is silent, what is known or assumed of it holds. */
function saidInList({ supports_thinking, takes = [] }: Partial<ServedModel> = {}, { documents_listed }: Wire) {
  return {
    ...(supports_thinking && { supports_thinking }),
    ...(takes.includes('pictures') && { supports_images: true, accepted_image_media_types: [...IMAGE_MEDIA_TYPES] }),
    ...(takes.includes('files') && documents_listed && { documents: documents_listed }),
  }
}

function demo(log: Logger): InstalledProvider {
  const demoFetch = createDemoFetch()
  const demos = new Map(
    Object.entries(DEMO_WIRES).map(
      ([id, wire]) =>
        [id, createAdapter({ ...wire, name: 'demo', base_url: 'http://demo.invalid', fetch: demoFetch, log })] as const,
    ),
  )
  return {
    name: 'demo',
    label: 'Demo',
    adapterOf: (id) => demos.get(id) ?? null,
    close: () => closeAll(demos.values()),
  }
}
