import 'server-only'
import { join } from 'node:path'
import { localDatabaseUrl } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'
import { openInThread } from '#db/thread.ts'
import type { AdapterType, ProviderAdapter } from '#lib/adapters/adapter.ts'
import { listModels } from '#lib/adapters/model-list.ts'
import { createAdapter, providerOf } from '#lib/adapters/registry.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import { microsecondClock } from '#lib/canonical/timestamp.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { type Env, readEnv, secretsOf } from '#lib/env.ts'
import { createLogger, type Logger } from '#lib/log.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { CURRENT_PRICES } from '#lib/models/prices.ts'
import type { AttachmentStore } from '#lib/session/attachment-store.ts'
import { LiveHub } from '#lib/session/hub.ts'
import { type InstalledProvider, ModelDirectory } from '#lib/session/model-directory.ts'
import { Sessions } from '#lib/session/sessions.ts'
import type { Store } from '#lib/session/store.ts'
import { TurnRunner } from '#lib/session/turn-runner.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { createRegistry } from '#lib/tools/registry.ts'
import { version } from '../package.json'
import { checkDefaultModel } from './default-model.ts'

/** Everything a route handler may use. */
export interface Server {
  version: string
  log: Logger
  store: Store
  attachments: AttachmentStore
  hub: LiveHub
  models: ModelDirectory
  sessions: Sessions
  turns: TurnRunner
  close: () => Promise<void>
}

// Modules exist once for each bundle that imports them, the process has one server: it lives on `globalThis`.
const holder = globalThis as typeof globalThis & { metisServer?: Promise<Server> }

/** The composition root: built at the first call, the same one ever after. */
export function server(): Promise<Server> {
  holder.metisServer ??= build(readEnv())
  return holder.metisServer
}

async function build(env: Env): Promise<Server> {
  const logging = { level: env.logLevel, secrets: secretsOf(env) }
  const log = createLogger(logging)
  const url = env.libsql.url ?? localDatabaseUrl(env.dataDir)
  const unlock = url.startsWith('file:') ? await lockDatabase(url) : () => {}
  const data = { url, authToken: env.libsql.authToken, attachments: join(env.dataDir, 'attachments'), log: logging }
  const { store, attachments } = await openInThread(data, { log })
  const recovered = await store.recover()
  if (recovered.length > 0) log.warn('turns were cut off by the last stop', { turns: recovered.length })

  const pictures = createPictureFitter({ folder: join(env.dataDir, 'fitted-pictures') })
  const newEventId = monotonicIds()
  const clock = microsecondClock()
  const hub = new LiveHub({ newId: newEventId, clock })
  const providers = installedProviders(env, log)
  const models = new ModelDirectory({
    providers: providers.map(({ provider }) => provider),
    prices: CURRENT_PRICES,
    preferred: env.defaultModel,
  })
  await models.refresh()
  checkDefaultModel(models, env.defaultModel, log)
  const tools = createRegistry([calculator])
  const turns = new TurnRunner({ store, hub, models, tools, attachments, pictures, log, newEventId, clock })
  const sessions = new Sessions({ store, hub, models, turns, newEventId, clock })
  return {
    version,
    log,
    store,
    attachments,
    hub,
    models,
    sessions,
    turns,
    async close() {
      await turns.close()
      await Promise.all(providers.flatMap(({ adapters }) => adapters.map((adapter) => adapter.close())))
      await store.close()
      unlock()
    },
  }
}

interface Installation {
  provider: InstalledProvider
  adapters: ProviderAdapter[]
}

/** Their models are too many and too new for a catalog: they are asked what they have. */
const LISTED: ReadonlySet<string> = new Set(['openrouter', 'ollama'])

type RealProvider = 'anthropic' | 'openai' | 'openrouter' | 'ollama'

function installedProviders(env: Env, log: Logger): Installation[] {
  const real = (name: RealProvider): Installation => {
    const { apiKey, baseUrl } = env[name]
    if (apiKey === null && baseUrl === null) return { provider: { name, adapterOf: () => null }, adapters: [] }
    // A server of the user's own may parse the arguments of the whole history, and refuse it for one cut-off call.
    const own = baseUrl && { base_url: baseUrl, options: { invalid_arguments: 'in_object' } }
    const adapter = createAdapter({ type: name, name, api_key: apiKey, log, ...own })
    const { protocol, base_url } = providerOf({ type: name })
    const headers = protocol.headers({ api_key: apiKey, options: {} })
    const list = { listModels: () => listModels({ base_url: baseUrl ?? base_url, headers, protocol }) }
    return {
      provider: { name, adapterOf: () => adapter, ...((baseUrl !== null || LISTED.has(name)) && list) },
      adapters: [adapter],
    }
  }

  const demoFetch = createDemoFetch()
  const demo = (type: AdapterType) =>
    createAdapter({ type, name: 'demo', base_url: 'http://demo.invalid', fetch: demoFetch, log })
  const demos = new Map([
    ['demo:anthropic', demo('anthropic')],
    ['demo:openai', demo('openai')],
  ])
  return [
    ...(['anthropic', 'openai', 'openrouter', 'ollama'] as const).map(real),
    { provider: { name: 'demo', adapterOf: (id) => demos.get(id) ?? null }, adapters: [...demos.values()] },
  ]
}
