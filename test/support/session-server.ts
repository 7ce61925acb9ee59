import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccounts } from '#db/account.ts'
import { openAttachments } from '#db/attachment.ts'
import { openBudgets } from '#db/budget.ts'
import { localDatabaseUrl } from '#db/client.ts'
import { openStandIns } from '#db/stand-in.ts'
import { openStore } from '#db/store.ts'
import type { ProviderAdapter } from '#lib/adapters/adapter.ts'
import { createAdapter } from '#lib/adapters/registry.ts'
import { checkFrame } from '#lib/api/conformity.ts'
import { Budgets } from '#lib/budgets/budgets.ts'
import { monotonicIds } from '#lib/canonical/id.ts'
import type { LabelChange } from '#lib/canonical/label.ts'
import type { Session } from '#lib/canonical/session.ts'
import { microsecondClock } from '#lib/canonical/timestamp.ts'
import { createDemoFetch } from '#lib/demo/demo-fetch.ts'
import { LiveHub } from '#lib/live/hub.ts'
import { openSessionStream } from '#lib/live/session-stream.ts'
import { type Logger, memoryLogger } from '#lib/log.ts'
import { createDocumentShelf } from '#lib/media/document-shelf.ts'
import { createPictureFitter } from '#lib/media/picture-fitter.ts'
import { DEMO_WIRES } from '#lib/models/demo.ts'
import type { InstalledProvider } from '#lib/models/installed-provider.ts'
import { ModelDirectory } from '#lib/models/model-directory.ts'
import { ALLOW_ALL, type Policy } from '#lib/policy/policy.ts'
import type { PriceBook } from '#lib/pricing/price-book.ts'
import { LOCAL_OWNER, type Principal } from '#lib/principal.ts'
import type { RoutingRules } from '#lib/routing/routing-rules.ts'
import type { BackgroundIndex } from '#lib/session/background-index.ts'
import { Removal } from '#lib/session/removal.ts'
import { type NewSession, type SessionChange, Sessions } from '#lib/session/sessions.ts'
import { Titles } from '#lib/session/titles.ts'
import type { DeletionExtent } from '#lib/store/deletion.ts'
import type { RequestKey, Store } from '#lib/store/store.ts'
import { Briefs } from '#lib/switching/briefs.ts'
import { Portabilities } from '#lib/switching/portability.ts'
import { SwitchPreviews } from '#lib/switching/switch-preview.ts'
import { calculator } from '#lib/tools/builtins/calculator.ts'
import { builtInTools, type ToolSource } from '#lib/tools/source.ts'
import type { Tool } from '#lib/tools/tool.ts'
import { createWorkspaces } from '#lib/tools/workspace.ts'
import type { TurnInput } from '#lib/turn/prepare-turn.ts'
import { TurnRunner } from '#lib/turn/turn-runner.ts'
import type { PatienceOptions } from '#lib/turn/write-patience.ts'
import { SHIPPED_BOOK } from '#test/support/prices.ts'
import { putEmptyDatabase } from './empty-database.ts'
import { NO_RULES } from './no-rules.ts'
import { watchFrames } from './watch-frames.ts'

export interface SessionServerOptions {
  /** Stands between the adapters and the scripted upstream. */
  fetch?: typeof fetch
  tools?: Tool[]
  /** Further ones, after the tools that are always there. */
  toolSources?: ToolSource[]
  policy?: Policy
  /** Further providers, before the demo. */
  providers?: InstalledProvider[]
  folder?: string
  /** Of a libSQL server, in the place of a database in the folder. */
  url?: string
  leaseMs?: number
  wrapStore?: (store: Store) => Store
  adapter?: { max_retries?: number; idle_timeout_seconds?: number }
  log?: Logger
  checkpointMs?: number
  indexing?: Pick<BackgroundIndex, 'wake'>
  /** How a store that refuses is waited for. */
  patience?: PatienceOptions
  prices?: PriceBook
  rules?: Pick<RoutingRules, 'forTurn'>
  /** The default model. */
  preferred?: string
  /** Milliseconds, for the directory of models. */
  now?: () => number
}

/** The whole server below HTTP: real store in a folder of its own, real adapters, the scripted upstream without its pace. */
export async function startSessionServer(options: SessionServerOptions = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'metis-test-')))
  if (options.folder === undefined && options.url === undefined) await putEmptyDatabase(folder)
  const url = options.url ?? localDatabaseUrl(folder)
  const opened = await openStore({ url, authToken: null })
  const store = options.wrapStore?.(opened) ?? opened
  const attachments = openAttachments({ folder: join(folder, 'attachments'), client: opened.client })
  const log = options.log ?? memoryLogger()
  const upstream = options.fetch ?? createDemoFetch({ delay: async () => {} })
  const adapters = new Map<string, ProviderAdapter>(
    Object.entries(DEMO_WIRES).map(([id, wire]) => [
      id,
      createAdapter(
        { ...wire, name: 'demo', base_url: 'http://demo.invalid', fetch: upstream, log, ...options.adapter },
        { sleep: async () => {}, random: () => 0 },
      ),
    ]),
  )
  const pictures = createPictureFitter({ folder: join(folder, 'fitted-pictures') })
  const documents = createDocumentShelf({ folder: join(folder, 'attachments') })
  const newEventId = monotonicIds()
  const clock = microsecondClock()
  const live = new LiveHub({ newId: newEventId, clock, checkFrame })
  const models = new ModelDirectory({
    providers: [
      ...(options.providers ?? [
        { name: 'anthropic', adapterOf: () => null },
        { name: 'openai', adapterOf: () => null },
      ]),
      { name: 'demo', adapterOf: (id) => adapters.get(id) ?? null },
    ],
    prices: options.prices ?? SHIPPED_BOOK,
    preferred: options.preferred ?? null,
    now: options.now ?? Date.now,
  })
  const rules = options.rules ?? NO_RULES
  const tools = [builtInTools(options.tools ?? [calculator]), ...(options.toolSources ?? [])]
  const workspaces = createWorkspaces({ folder: join(folder, 'workspaces') })
  const standIns = openStandIns({ client: opened.client, url })
  const policy = options.policy ?? ALLOW_ALL
  const data = { client: opened.client, url }
  const budgets = new Budgets({ store: openBudgets(data), accounts: openAccounts(data), models, clock })
  const titles = new Titles({ store, budgets, live, models, policy, log, newEventId, clock })
  const turns = new TurnRunner({
    onEnded: titles.turnEnded,
    store,
    standIns,
    live,
    models,
    tools,
    workspaces,
    policy,
    teamsOf: async () => [],
    budgets,
    rules,
    attachments,
    pictures,
    documents,
    log,
    newEventId,
    clock,
    checkpointMs: options.checkpointMs ?? 5,
    ...(options.patience && { patience: options.patience }),
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
  })
  const indexing = options.indexing ?? { wake() {} }
  const sessions = new Sessions({
    store,
    standIns,
    live,
    models,
    turns,
    budgets,
    policy,
    attachments,
    pictures,
    documents,
    tools,
    rules,
    indexing,
    log,
    newEventId,
    clock,
  })
  const briefs = new Briefs({
    store,
    standIns,
    models,
    attachments,
    documents,
    pictures,
    policy,
    budgets,
    live,
    log,
    newEventId,
    clock,
  })
  const elsewhere = { store, standIns, models, attachments, documents, pictures, tools, rules, budgets, log, clock }
  const switchPreviews = new SwitchPreviews({ ...elsewhere, keyVariable: () => 'OWN_API_KEY' })
  const portabilities = new Portabilities(elsewhere)
  const removal = new Removal({ store, workspaces, attachments, pictures, log, clock })

  /** The server as one person has it. */
  const as = (principal: Principal) => ({
    sessions: {
      create: (input: NewSession, key?: RequestKey) => sessions.create(principal, input, key),
      change: (id: string, change: SessionChange) => sessions.change(principal, id, change),
      moveHead: (id: string, messageId: string) => sessions.moveHead(principal, id, messageId),
      delete: (id: string) => sessions.delete(principal, id),
      fork: (id: string, messageId?: string, key?: RequestKey) =>
        sessions.fork(principal, id, { message_id: messageId }, key),
      deleteMessages: (id: string, messageId: string, extent: DeletionExtent) =>
        sessions.deleteMessages(principal, id, messageId, extent),
      restoreMessages: (id: string, deletionId: string) => sessions.restoreMessages(principal, id, deletionId),
      restore: (id: string) => sessions.restore(principal, id),
      changeLabel: (change: LabelChange) => sessions.changeLabel(principal, change),
    },
    turns: {
      start: (id: string, input: TurnInput, key?: RequestKey) => turns.start(principal, id, input, key),
      compare: (id: string, asked: Parameters<TurnRunner['compare']>[2], key?: RequestKey) =>
        turns.compare(principal, id, asked, key),
      cancel: (id: string, turnId: string) => turns.cancel(principal, id, turnId),
      steer: (id: string, turnId: string, said: Parameters<TurnRunner['steer']>[3]) =>
        turns.steer(principal, id, turnId, said),
      betweenTurns: <T>(id: string, work: (session: Session) => Promise<T>) => turns.betweenTurns(principal, id, work),
      isBusy: (id: string) => turns.isBusy(id),
      asShown: <S extends Pick<Session, 'id' | 'state'>>(session: S) => turns.asShown(session),
      stop: (id: string) => turns.stop(id),
      idle: (id?: string) => turns.idle(id),
      recover: (...options: Parameters<TurnRunner['recover']>) => turns.recover(...options),
      close: () => turns.close(),
    },
    /** Says something and waits for the end of the turn. */
    async say(id: string, text: string, turn: Omit<TurnInput, 'content'> = {}) {
      const started = await turns.start(principal, id, { content: [{ type: 'text', text }], ...turn })
      await turns.idle(id)
      return started
    },
    /** Watches the session's stream; frames arrive in `frames`. */
    watch(sessionId: string, since: string | null = null) {
      const abort = new AbortController()
      const stream = openSessionStream({ live, store, principal, sessionId, since, signal: abort.signal })
      return watchFrames(stream, () => abort.abort())
    },
  })

  return {
    ...as(LOCAL_OWNER),
    as,
    /** What the routes are given: whose request it is, they say themselves. */
    parts: {
      // It listens on its own machine only.
      reachable: null,
      access: null,
      store,
      attachments,
      live,
      models,
      budgets,
      turns,
      sessions,
      standIns,
      switchPreviews,
      portabilities,
      briefs,
      log,
    },
    /** What looks at requests is made of. */
    elsewhere,
    folder,
    /** The database behind the store, for what the store does not tell. */
    database: opened.client,
    store,
    standIns,
    attachments,
    documents,
    pictures,
    tools,
    live,
    models,
    budgets,
    log,
    removal,
    titles,
    async close() {
      await turns.close()
      await titles.close()
      await Promise.all([...adapters.values()].map((adapter) => adapter.close()))
      await store.close()
      if (!options.folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type SessionServer = Awaited<ReturnType<typeof startSessionServer>>
