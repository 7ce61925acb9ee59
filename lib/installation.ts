import { join } from 'node:path'
import { openBackups } from '#db/backup/store.ts'
import { whenStaged } from '#db/backup/when-staged.ts'
import { localDatabaseUrl, pathOf } from '#db/client.ts'
import { DATA_FILES } from '#db/data-folder.ts'
import { lockDatabase } from '#db/lock.ts'
import { openInThread } from '#db/thread.ts'
import type { AdapterType } from './adapters/adapter.ts'
import {
  ADAPTER_LABELS,
  ADAPTER_TYPES,
  adapterType,
  createAdapter,
  isOfType,
  knownProvider,
} from './adapters/registry.ts'
import { checkFrame } from './api/conformity.ts'
import { Backups } from './backups/backups.ts'
import { Budgets } from './budgets/budgets.ts'
import { periodAt } from './budgets/share.ts'
import { monotonicIds, parseModelId } from './canonical/id.ts'
import { formatTimestamp, microsecondClock } from './canonical/timestamp.ts'
import { checkDefaultModel } from './default-model.ts'
import { TOUR } from './demo/tour.ts'
import { type BackupSettings, type Env, type Reachable, readSecret, secretsOf } from './env.ts'
import type { ReadableFormat } from './export/export-format.ts'
import { ExportRuns } from './export/export-runs.ts'
import { Exports } from './export/exports.ts'
import { wireFormat } from './export/wire-view.ts'
import { Imports } from './import/imports.ts'
import { UploadVerifier } from './import/verify-upload.ts'
import { LiveHub } from './live/hub.ts'
import type { LiveStream } from './live/live-stream.ts'
import { openLiveDirectory } from './live-directory.ts'
import { createLogger, type Logger, silentLogger } from './log.ts'
import { createDocumentShelf, type DocumentShelf } from './media/document-shelf.ts'
import { createPictureFitter } from './media/picture-fitter.ts'
import type { ModelDirectory } from './models/model-directory.ts'
import { type Access, openAccess } from './people/access.ts'
import { Attempts } from './people/attempts.ts'
import { type PasswordCost, Passwords } from './people/passwords.ts'
import { RestoreWatch } from './people/restore-watch.ts'
import { ALLOW_ALL, type Policy } from './policy/policy.ts'
import { Prices } from './pricing/prices.ts'
import type { Principal } from './principal.ts'
import { keyVariable } from './provider-env.ts'
import { ProviderSetup } from './provider-setup/provider-setup.ts'
import { openSecret } from './provider-setup/secret.ts'
import { Receipts } from './receipt/receipts.ts'
import { Drifts } from './repricing/drifts.ts'
import { Reprices } from './repricing/reprices.ts'
import { least, RoutingRules } from './routing/routing-rules.ts'
import { Secrets } from './secrets.ts'
import { AllSessions } from './session/all-sessions.ts'
import { indexInBackground } from './session/background-index.ts'
import { CallCosts } from './session/call-costs.ts'
import { Idempotency } from './session/idempotency.ts'
import { ModelEnds } from './session/model-ends.ts'
import { NextCosts } from './session/next-costs.ts'
import { Presets } from './session/presets.ts'
import { Removal } from './session/removal.ts'
import { ScriptedChats } from './session/scripted-chats.ts'
import { Sessions } from './session/sessions.ts'
import { TemporaryChats } from './session/temporary-chats.ts'
import { Titles } from './session/titles.ts'
import { SharedLinks } from './share/shared-links.ts'
import { Shares } from './share/shares.ts'
import type { AttachmentStore } from './store/attachment-store.ts'
import type { Store } from './store/store.ts'
import { Briefs } from './switching/briefs.ts'
import { Portabilities } from './switching/portability.ts'
import { SwitchPreviews } from './switching/switch-preview.ts'
import { calculator } from './tools/builtins/calculator.ts'
import { builtInTools } from './tools/source.ts'
import { createWorkspaces } from './tools/workspace.ts'
import { pastCalls } from './turn/past-calls.ts'
import { RuleDryRuns } from './turn/rule-dry-runs.ts'
import { type AskedTrial, type ModelTrial, tryModel } from './turn/try-model.ts'
import { TurnRunner } from './turn/turn-runner.ts'
import { UsageReports } from './usage/usage-reports.ts'

/** The parts of one running Metis. */
export interface Installation {
  log: Logger
  store: Store
  attachments: AttachmentStore
  /** What was read of uploads. */
  documents: DocumentShelf
  live: LiveStream
  models: ModelDirectory
  /** Which providers there are, and what people set up of them. */
  providers: ProviderSetup
  sessions: Sessions
  allSessions: AllSessions
  /** What people own as files, and how far those are. */
  exports: Exports
  exportRuns: ExportRuns
  /** What they bring along. */
  imports: Imports
  /** Whether exports that people send are what they were. */
  verifier: UploadVerifier
  /** What would be sent of a chat, as a format of exports; null: to its own model. Undefined for a type that is none. */
  wireFormat: (type: string | null) => ReadableFormat | undefined
  /** The types that it may be of, as people know them. */
  wireTypes: readonly { id: string; label: string }[]
  /** What people share of their chats, and what its links open. */
  shares: Shares
  sharedLinks: SharedLinks
  presets: Presets
  /** What stops when models are switched off. */
  modelEnds: ModelEnds
  prices: Prices
  callCosts: CallCosts
  nextCosts: NextCosts
  /** What a chat would be at another model. */
  switchPreviews: SwitchPreviews
  portabilities: Portabilities
  /** Summaries in the place of the beginnings of chats. */
  briefs: Briefs
  /** How answers came about. */
  receipts: Receipts
  /** Which models are used for what. */
  rules: RoutingRules
  ruleDryRuns: RuleDryRuns
  reprices: Reprices
  drifts: Drifts
  usage: UsageReports
  budgets: Budgets
  backups: Backups
  backupPlan: BackupSettings
  turns: TurnRunner
  /** Asks a model for a word, outside of any chat. */
  tryModel: (principal: Principal, asked: AskedTrial) => Promise<ModelTrial>
  scriptedChats: ScriptedChats
  idempotency: Idempotency
  policy: Policy
  /** How others can reach it, and who signs in; both `null`: nobody can, and whoever asks is its owner. */
  reachable: Reachable | null
  access: Access | null
  metricsToken: string | null
  /** Where the data is: the folder, and the server of the database where that is none of its files. */
  place: { folder: string; server: string | null }
  /** Whether every answer and frame is held against the contract as it leaves: in tests. */
  checksContract: boolean
  /** Calls that back once a backup waits to take the place of the database: for that it is to be closed, and opened again. */
  onRestore: (restart: () => void) => void
  close: () => Promise<void>
}

export interface InstallationOptions {
  checksContract?: boolean
  version?: string
  /** Where it is not that of the product: in tests. */
  passwordCost?: PasswordCost
}

/** Turns an environment into parts that know each other. Throws an `EnvError` where it names a model that nobody has. */
export async function openInstallation(
  env: Env,
  { checksContract = false, version = 'unknown', passwordCost }: InstallationOptions = {},
): Promise<Installation> {
  const secrets = new Secrets(secretsOf(env))
  const log = createLogger({ level: env.logLevel, secrets })
  const url = env.libsql.url ?? localDatabaseUrl(env.dataDir)
  const unlock = url.startsWith('file:') ? await lockDatabase(url, { log }) : () => {}
  const data = {
    url,
    authToken: env.libsql.authToken,
    attachments: join(env.dataDir, DATA_FILES.uploads),
    log: { level: env.logLevel, secrets: secrets.all },
  }
  const opened = await openInThread(data, { log })
  const { store, attachments, standIns, keys, presets, prices: versions, usage, accounts, credentials } = opened
  const clock = microsecondClock()
  const isProvider = (name: string): boolean =>
    knownProvider(name) !== undefined || directory.models.providers.includes(name)
  const prices = await Prices.open({ store: versions, clock, log, isProvider })
  const directory = await openLiveDirectory({
    providers: env.providers,
    path: join(env.dataDir, DATA_FILES.models),
    prices: prices.book,
    preferred: env.defaultModel,
    log,
    secrets,
    variable: readSecret,
  })
  const { models } = directory
  const secret = openSecret({ text: env.secret, path: join(env.dataDir, DATA_FILES.secret) })
  const providers = new ProviderSetup({ store: keys, secret, secrets, directory, log })
  await providers.load()

  const pictures = createPictureFitter({ folder: join(env.dataDir, 'fitted-pictures') })
  const documents = createDocumentShelf({ folder: data.attachments })
  const newEventId = monotonicIds()
  const live = new LiveHub({ newId: newEventId, clock, ...(checksContract && { checkFrame }) })
  await models.refresh()
  // What a person set up in the browser, and can take away there, is no reason not to start.
  const isOfStored = providers.isStored(parseModelId(env.defaultModel ?? '')?.provider ?? '')
  if (!isOfStored) checkDefaultModel(models, env.defaultModel, log)
  const tools = [builtInTools([calculator])]
  const policy = ALLOW_ALL
  const workspaces = createWorkspaces({ folder: join(env.dataDir, 'workspaces') })
  const budgets = new Budgets({ store: opened.budgets, accounts, models, clock })
  const titles = new Titles({ store, budgets, live, models, policy, log, newEventId, clock })
  models.availability.replay(await pastCalls(store, clock()))
  const rules = await RoutingRules.open({
    store: opened.rules,
    models,
    clock,
    log,
    async costToday({ id }, time_zone) {
      const to = clock()
      const { starts_at: from } = periodAt('day', time_zone, to)
      const [sums] = await usage.sums({ from, to, filter: { user: id }, group: null, costs: 'stamped' })
      return sums ? sums.cost_usd : '0'
    },
    async teamBudgetLeft(principal) {
      const standings = await budgets.standings(principal)
      return least(standings.flatMap(({ budget, left_usd }) => (budget.scope === 'team' ? [left_usd] : [])))
    },
  })
  const teamsOf = async (id: string) =>
    (await accounts.person(id))?.teams ?? ((await accounts.removedPerson(id)) ? null : [])
  const turns = new TurnRunner({
    onEnded: titles.turnEnded,
    store,
    standIns,
    live,
    models,
    tools,
    workspaces,
    policy,
    teamsOf,
    budgets,
    rules,
    attachments,
    pictures,
    documents,
    log,
    newEventId,
    clock,
  })
  const cutOff = await turns.recover({ isAlone: url.startsWith('file:') })
  if (cutOff > 0) log.warn('turns were cut off by the last stop', { turns: cutOff })
  const indexing = indexInBackground({ store, log })
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
  const removal = new Removal({ store, workspaces, attachments, pictures, log, clock })
  removal.start()
  const temporary = new TemporaryChats({ store, live, turns, removal, log })
  await temporary.start({ isAlone: url.startsWith('file:') })
  const reprices = new Reprices({
    store: opened.reprices,
    reader: opened.calls,
    titles: usage.titles,
    prices,
    models,
    newId: monotonicIds(),
    clock,
    log,
  })
  reprices.start()
  const allSessions = new AllSessions({ store, live, turns })
  const imports = new Imports({
    store: opened.imports,
    exports: opened.exports,
    presets,
    attachments,
    documents,
    folder: join(env.dataDir, 'imports'),
    clock,
    log,
    tellOfNew: (ids) => allSessions.tellOfNew(ids),
    tellOfGone: (id, owner_id) => live.publish(id, { type: 'deleted', owner_id }),
    wakeIndexing: () => indexing.wake(),
    stopTurn: (id) => turns.stop(id),
    removeWorkspace: (id) => workspaces.remove(id),
  })
  await imports.start()
  const verifier = new UploadVerifier({ folder: join(env.dataDir, 'verifying'), newId: monotonicIds() })
  await verifier.start()
  const now = () => Date.now() * 1_000
  const access =
    env.reachable &&
    openAccess({
      ...env.reachable,
      store: accounts,
      credentials,
      oidc: env.oidc,
      clock: now,
      log,
      passwords: new Passwords(passwordCost),
      chats: { stopOf: (id) => turns.stopOf(id), tellOfNew: (ids) => allSessions.tellOfNew(ids) },
    })
  // Shares have links also where nobody signs in.
  const restores = new RestoreWatch({
    store: accounts,
    path: join(env.dataDir, DATA_FILES.lastAudit),
    now: () => formatTimestamp(now()),
    newId: monotonicIds(),
    log,
  })
  await restores.begin()
  let stopLooking = () => {}
  const passwords = new Passwords(passwordCost)
  const sharing = { store: opened.shares, attachments, passwords, secret, clock: now }
  const ownPresets = new Presets({ store: presets, models })
  const callCosts = new CallCosts({ store, reprices: opened.reprices, prices, models })
  const { folder: into, everyMs, keep } = env.backups
  const source = { url, authToken: env.libsql.authToken, folder: env.dataDir }
  const backups = new Backups({
    store: openBackups(source, { into, keep, productVersion: version }),
    everyMs,
    now: Date.now,
    log,
  })
  backups.start()
  const elsewhere = { store, standIns, models, attachments, documents, pictures, tools, rules, budgets, log, clock }
  return {
    log,
    store,
    attachments,
    documents,
    live,
    models,
    providers,
    sessions,
    allSessions,
    exports: new Exports({ store: opened.exports, attachments, clock }),
    exportRuns: new ExportRuns(),
    imports,
    verifier,
    wireFormat(name) {
      const type = name === null ? null : adapterType(name)
      const deps = {
        models,
        tools,
        standIns,
        attachments,
        documents,
        pictures,
        log,
        adapterOf: unsetAdapter,
        isOf: isOfType,
      }
      return type === undefined ? undefined : wireFormat(deps, type)
    },
    wireTypes: ADAPTER_LABELS,
    shares: new Shares({ ...sharing, chats: store, pictures, accounts: access && accounts }),
    sharedLinks: new SharedLinks({ ...sharing, sessions, attempts: new Attempts() }),
    presets: ownPresets,
    modelEnds: new ModelEnds({
      store,
      presetStore: presets,
      models,
      sessions,
      presets: ownPresets,
      rules,
      budgets: opened.budgets,
    }),
    prices,
    callCosts,
    receipts: new Receipts({
      store,
      standIns,
      models,
      tools,
      attachments,
      documents,
      pictures,
      log,
      callCosts,
      keyVariable,
    }),
    nextCosts: new NextCosts({ ...elsewhere, usage }),
    briefs: new Briefs({
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
    }),
    switchPreviews: new SwitchPreviews({ ...elsewhere, keyVariable }),
    portabilities: new Portabilities(elsewhere),
    rules,
    ruleDryRuns: new RuleDryRuns({
      store,
      models,
      tools,
      budgets,
      attachments,
      documents,
      teamsOf,
      rules,
      pastTurns: opened.pastTurns,
      log,
      clock,
    }),
    reprices,
    drifts: new Drifts({
      reader: opened.calls,
      tableOf: (version) => prices.find(version),
      current: () => prices.book.at(formatTimestamp(clock())),
      clock,
    }),
    usage: new UsageReports({ store: usage, clock }),
    budgets,
    backups,
    backupPlan: env.backups,
    turns,
    tryModel: (principal, asked) => tryModel({ store, budgets, models, policy, clock }, principal, asked),
    scriptedChats: new ScriptedChats({ store, sessions, turns, steps: TOUR, log }),
    idempotency: new Idempotency(store),
    policy,
    reachable: env.reachable,
    metricsToken: env.metricsToken,
    access,
    place: { folder: env.dataDir, server: url.startsWith('file:') ? null : (URL.parse(url)?.host ?? null) },
    checksContract,
    onRestore(restart) {
      if (url.startsWith('file:')) stopLooking = whenStaged(pathOf(url), restart)
    },
    async close() {
      stopLooking()
      await backups.close()
      access?.streams.close()
      await imports.close()
      await restores.close()
      await reprices.close()
      await turns.close()
      await titles.close()
      await temporary.close()
      await removal.close()
      await indexing.stop()
      prices.close()
      rules.close()
      await directory.close()
      await store.close()
      unlock()
    },
  }
}

/** Of a type that nobody set up, or of any: it has no key, and is asked to send nothing. */
function unsetAdapter(type: AdapterType | null) {
  return createAdapter({ type: type ?? ADAPTER_TYPES[0], log: silentLogger })
}
