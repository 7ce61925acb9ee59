import type { AdapterType, ProviderAdapter } from './adapters/adapter.ts'
import { listModels } from './adapters/exchange/model-list.ts'
import { isOwnServer } from './adapters/own-server.ts'
import { FURTHER_PROTOCOLS, type Provider, wiresOf } from './adapters/provider.ts'
import { PROVIDERS } from './adapters/providers.ts'
import { createAdapter, knownProvider, wireOf } from './adapters/registry.ts'
import { createDemoFetch } from './demo/demo-fetch.ts'
import type { Logger } from './log.ts'
import type { InstalledProvider } from './models/model-directory.ts'
import type { ProviderSettings } from './provider-env.ts'

export interface Installed {
  provider: InstalledProvider
  adapters: readonly ProviderAdapter[]
}

/** Every provider as these settings set it up: those that are not set up too, for what the catalog has of them, and the demo. */
export function installedProviders(settings: readonly ProviderSettings[], log: Logger): Installed[] {
  const setUp = settings.filter(isSetUp)
  const others = PROVIDERS.filter(({ id }) => !setUp.some((each) => each.id === id))
  return [
    ...setUp.map((each) => install(each, log)),
    ...others.map(({ id, label }) => ({ provider: { name: id, label, adapterOf: () => null }, adapters: [] })),
    demo(log),
  ]
}

/** A key in the environment may be there for another program: it alone is enough only where it says that somebody has an account. */
export function isSetUp({ id, apiKey, baseUrl }: ProviderSettings): boolean {
  const provider = knownProvider(id)
  if (!provider) return true
  return provider.set_up_by.some((by) => (by === 'key' ? apiKey : baseUrl) !== null)
}

function install(settings: ProviderSettings, log: Logger): Installed {
  const { id, label, baseUrl, models } = settings
  const provider = knownProvider(id)
  const isOwn = provider ? isOwnServer(baseUrl, provider.base_url) : true
  const { first, adapters } = adaptersOf(settings, provider, log)
  const typeOf = (model: string) => settings.protocol ?? provider?.wireOf?.(model, { isOwnServer: isOwn }) ?? first
  const from = provider?.models_from ?? 'list'
  const isListed = from === 'list' || (from === 'catalog' && baseUrl !== null)
  return {
    provider: {
      name: id,
      label,
      adapterOf: (model) => adapters.get(typeOf(model)) ?? null,
      isOwnServer: isOwn,
      ...(isListed && { listModels: () => askForList(settings, first) }),
      ...(from !== 'catalog' && { models, expected: isOwn ? [] : (provider?.models ?? []) }),
    },
    adapters: [...adapters.values()],
  }
}

/** One for each wire that its models may take. */
function adaptersOf(settings: ProviderSettings, provider: Provider | undefined, log: Logger) {
  const { id: name, apiKey, baseUrl, protocol, options } = settings
  const [first = protocol ?? FURTHER_PROTOCOLS[0], ...rest] =
    protocol === null && provider ? wiresOf(provider).map(([type]) => type) : []
  const config = { name, api_key: apiKey, options, log, ...(baseUrl !== null && { base_url: baseUrl }) }
  const adapters = new Map([first, ...rest].map((type) => [type, createAdapter({ ...config, type })] as const))
  return { first, adapters }
}

function askForList({ id, apiKey, baseUrl, options }: ProviderSettings, type: AdapterType) {
  const { protocol, provider } = wireOf({ type, name: id })
  const base_url = baseUrl ?? provider.base_url
  if (base_url === null) throw new TypeError(`${id} has no address`)
  const headers = protocol.headers({ api_key: apiKey, options })
  return listModels({
    base_url,
    headers,
    protocol,
    prefix: provider.listed_prefix,
    secrets: apiKey === null ? [] : [apiKey],
  })
}

function demo(log: Logger): Installed {
  const demoFetch = createDemoFetch()
  const scripted = (type: AdapterType) =>
    createAdapter({ type, name: 'demo', base_url: 'http://demo.invalid', fetch: demoFetch, log })
  const demos = new Map([
    ['demo:anthropic', scripted('anthropic')],
    ['demo:openai', scripted('openai')],
  ])
  return {
    provider: { name: 'demo', label: 'Demo', adapterOf: (id) => demos.get(id) ?? null },
    adapters: [...demos.values()],
  }
}
