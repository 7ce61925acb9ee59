import 'server-only'
import { join } from 'node:path'
import { localDatabaseUrl } from '#db/client.ts'
import { lockDatabase } from '#db/lock.ts'
import { openInThread } from '#db/thread.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import { microsecondClock } from '#lib/canonical/timestamp.ts'
import { type Env, readEnv, secretsOf } from '#lib/env.ts'
import { LiveHub } from '#lib/live/hub.ts'
import type { LiveStream } from '#lib/live/live-stream.ts'
import { createLogger, type Logger } from '#lib/log.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { CURRENT_PRICES } from '#lib/models/prices.ts'
import { ALLOW_ALL, type Policy } from '#lib/policy/policy.ts'
import { Idempotency } from '#lib/session/idempotency.ts'
import { Sessions } from '#lib/session/sessions.ts'
import type { AttachmentStore } from '#lib/store/attachment-store.ts'
import type { Store } from '#lib/store/store.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { builtInTools } from '#lib/tools/source.ts'
import { createWorkspaces } from '#lib/tools/workspace.ts'
import { TurnRunner } from '#lib/turn/turn-runner.ts'
import { version } from '../package.json'
import { checkDefaultModel } from './default-model.ts'
import { installedProviders } from './installed-providers.ts'

/** Everything a route handler may use. */
export interface Server {
  version: string
  log: Logger
  store: Store
  attachments: AttachmentStore
  live: LiveStream
  models: ModelDirectory
  sessions: Sessions
  turns: TurnRunner
  idempotency: Idempotency
  policy: Policy
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
  const live = new LiveHub({ newId: newEventId, clock })
  const providers = installedProviders(env, log)
  const models = new ModelDirectory({
    providers: providers.map(({ provider }) => provider),
    prices: CURRENT_PRICES,
    preferred: env.defaultModel,
  })
  await models.refresh()
  checkDefaultModel(models, env.defaultModel, log)
  const tools = [builtInTools([calculator])]
  const policy = ALLOW_ALL
  const workspaces = createWorkspaces({ folder: join(env.dataDir, 'workspaces') })
  const turns = new TurnRunner({
    store,
    live,
    models,
    tools,
    workspaces,
    policy,
    attachments,
    pictures,
    log,
    newEventId,
    clock,
  })
  const sessions = new Sessions({ store, live, models, turns, workspaces, newEventId, clock })
  return {
    version,
    log,
    store,
    attachments,
    live,
    models,
    sessions,
    turns,
    idempotency: new Idempotency(store),
    policy,
    async close() {
      await turns.close()
      await Promise.all(providers.flatMap(({ adapters }) => adapters.map((adapter) => adapter.close())))
      await store.close()
      unlock()
    },
  }
}
