import type { AdapterConfig, AdapterType, ProviderAdapter } from '#lib/adapters/adapter.ts'
import { listModels } from '#lib/adapters/exchange/model-list.ts'
import { isOwnServer } from '#lib/adapters/own-server.ts'
import { createAdapter, providerOf } from '#lib/adapters/registry.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import type { Env } from '#lib/env.ts'
import type { Logger } from '#lib/log.ts'
import { entryOf } from '#lib/models/catalog.ts'
import type { InstalledProvider } from '#lib/models/model-directory.ts'

export interface Installation {
  provider: InstalledProvider
  adapters: ProviderAdapter[]
}

/** Their models are too many and too new for a catalog: they are asked what they have. */
const LISTED: ReadonlySet<string> = new Set(['openrouter', 'ollama'])

type RealProvider = 'anthropic' | 'openai' | 'openrouter' | 'ollama'

/** Every provider of the product as the environment sets it up: those without a key too, and the demo. */
export function installedProviders(env: Env, log: Logger): Installation[] {
  const real = (name: RealProvider): Installation => {
    const { apiKey, baseUrl } = env[name]
    if (apiKey === null && baseUrl === null) return { provider: { name, adapterOf: () => null }, adapters: [] }
    const config = { name, api_key: apiKey, log, ...(baseUrl && { base_url: baseUrl }) }
    const { protocol, base_url } = providerOf({ type: name })
    const headers = protocol.headers({ api_key: apiKey, options: {} })
    const secrets = apiKey === null ? [] : [apiKey]
    const list = { listModels: () => listModels({ base_url: baseUrl ?? base_url, headers, protocol, secrets }) }
    const isOwn = isOwnServer(baseUrl, base_url)
    // Any other host is merely compatible with OpenAI.
    const { adapterOf, adapters } =
      name === 'openai' && !isOwn ? ofOpenAi(config) : oneAdapter({ type: name, ...config })
    return {
      provider: {
        name,
        adapterOf,
        isOwnServer: isOwn,
        ...((baseUrl !== null || LISTED.has(name)) && list),
      },
      adapters,
    }
  }
  return [...(['anthropic', 'openai', 'openrouter', 'ollama'] as const).map(real), demo(log)]
}

type Adapters = Pick<InstalledProvider, 'adapterOf'> & Pick<Installation, 'adapters'>

function oneAdapter(config: AdapterConfig): Adapters {
  const adapter = createAdapter(config)
  return { adapterOf: () => adapter, adapters: [adapter] }
}

/** OpenAI speaks two wire formats. Which one a model takes is said by the catalog; one that it does not have is new, and takes the newer. */
function ofOpenAi(config: Omit<AdapterConfig, 'type'>): Adapters {
  const adapters = {
    openai: createAdapter({ ...config, type: 'openai' }),
    'openai-responses': createAdapter({ ...config, type: 'openai-responses' }),
  }
  return {
    adapterOf: (id) => adapters[entryOf(id).adapter_type ?? 'openai-responses'],
    adapters: Object.values(adapters),
  }
}

function demo(log: Logger): Installation {
  const demoFetch = createDemoFetch()
  const scripted = (type: AdapterType) =>
    createAdapter({ type, name: 'demo', base_url: 'http://demo.invalid', fetch: demoFetch, log })
  const demos = new Map([
    ['demo:anthropic', scripted('anthropic')],
    ['demo:openai', scripted('openai')],
  ])
  return { provider: { name: 'demo', adapterOf: (id) => demos.get(id) ?? null }, adapters: [...demos.values()] }
}
