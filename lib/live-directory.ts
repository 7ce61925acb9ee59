import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { formatTimestamp } from './canonical/timestamp.ts'
import { Installer, isSetUp } from './installed-providers.ts'
import type { Logger } from './log.ts'
import type { ConfigProblem } from './models/installed-provider.ts'
import { ModelDirectory } from './models/model-directory.ts'
import { compose } from './models-file/compose.ts'
import { parseModelsFile } from './models-file/parse.ts'
import type { ModelsFile } from './models-file/schema.ts'
import { watchFile } from './models-file/watch-file.ts'
import type { PriceBook } from './pricing/price-book.ts'
import type { ProviderSettings } from './provider-env.ts'
import type { Source } from './provider-setup/provider-setup.ts'
import { readIfThere } from './read-if-there.ts'
import type { Secrets } from './secrets.ts'

export interface LiveDirectoryOptions {
  /** What the environment sets up. */
  providers: readonly ProviderSettings[]
  /** Of `models.yaml`; it need not be there. */
  path: string
  prices: PriceBook
  preferred: string | null
  log: Logger
  /** What the log leaves out: a key that the file names is added before anything can speak of it. */
  secrets: Secrets
  /** The value of an environment variable. */
  variable: (name: string) => string | null
  now?: () => number
}

/**
 * The models of an installation, by its environment and by `models.yaml`, which is read anew whenever it changes. A file that
 * is not valid changes nothing: what was read last stands, at the start what is shipped, and the directory says what is wrong.
 */
export async function openLiveDirectory(options: LiveDirectoryOptions) {
  const { path, prices, preferred, log, now } = options
  const clock = now ?? Date.now
  const installer = new Installer(log)
  const models = new ModelDirectory({ providers: [], prices, preferred, ...(now && { now }) })

  let file: ModelsFile = {}
  let stored: readonly ProviderSettings[] = []
  let settings = new Map<string, { settings: ProviderSettings; source: Source }>()

  const use = (next: ModelsFile) => {
    file = next
    const beside = stored.filter((each) => !saysWhose(file, each.id))
    const composed = compose(withStored(options.providers, beside), file, options.variable)
    const sourceOf = (id: string): Source => {
      if (file.adapters?.[id] && saysWhose(file, id)) return 'models_file'
      return options.providers.some((each) => each.id === id && isSetUp(each)) ? 'environment' : 'stored'
    }
    settings = new Map(
      composed.providers.filter(isSetUp).map((each) => [each.id, { settings: each, source: sourceOf(each.id) }]),
    )
    options.secrets.add(composed.providers.flatMap(({ apiKey }) => apiKey ?? []))
    for (const { adapter, variable } of composed.missing) {
      log.warn('a key that models.yaml names is not set', { adapter, variable })
    }
    models.replace(installer.install(composed.providers, composed.models), composed.models)
  }
  const refuse = (problem: ConfigProblem) => {
    models.configProblem = problem
    log.warn('models.yaml is not valid: what was read last stands', { ...problem })
  }

  let isFirst = true
  let text: string | null | undefined
  async function load(): Promise<void> {
    const found = await readIfThere(path).catch((cause: unknown) => unreadable(path, cause))
    // A change is told more than once, and some change nothing.
    if (!isFirst && found === text) return
    text = typeof found === 'object' && found !== null ? undefined : found
    const parsed =
      typeof found === 'string'
        ? parseModelsFile(found, basename(path), prices.at(formatTimestamp(clock() * 1_000)))
        : found
    if (parsed === null || parsed.ok) {
      models.configProblem = null
      use(parsed?.file ?? {})
    } else {
      if (isFirst) use({})
      refuse(parsed.problem)
    }
    isFirst = false
  }

  await mkdir(dirname(path), { recursive: true })
  await load()
  let loading = Promise.resolve()
  const stop = watchFile(path, () => {
    loading = loading
      .then(load)
      .then(() => models.refresh())
      .catch((cause: unknown) => log.error('models.yaml could not be taken in', { cause }))
  })
  return {
    models,
    settings: () => settings,
    merged: (said: ProviderSettings) => merged(said, options.providers),
    /** What people set up in the browser; the environment and the file win. */
    takeStored(next: readonly ProviderSettings[]) {
      stored = next
      use(file)
    },
    async close() {
      stop()
      await loading
      await models.close()
    },
  }
}

/**
 * What the environment says, and what was set up in the browser of providers that it does not set up. Key and address are
 * taken from one place: a key that was given for one address never goes to another.
 */
function withStored(env: readonly ProviderSettings[], stored: readonly ProviderSettings[]): ProviderSettings[] {
  const added = stored.filter(({ id }) => !env.some((each) => each.id === id && isSetUp(each)))
  const others = env.filter(({ id }) => !added.some((each) => each.id === id))
  return [...others, ...added.map((each) => merged(each, env))]
}

/** With the options that the environment has for it. */
function merged(said: ProviderSettings, env: readonly ProviderSettings[]): ProviderSettings {
  const found = env.find(({ id }) => id === said.id)
  if (!found) return said
  const models = said.models.length > 0 ? said.models : found.models
  return { ...said, protocol: said.protocol ?? found.protocol, models, options: found.options }
}

/** Whether the file names the address or the key of a provider. */
function saysWhose({ adapters }: ModelsFile, id: string): boolean {
  const adapter = adapters?.[id]
  return adapter?.base_url !== undefined || adapter?.api_key_env !== undefined
}

function unreadable(path: string, cause: unknown) {
  const words = cause instanceof Error ? cause.message : String(cause)
  const problem = { file: basename(path), line: null, column: null, problem: `cannot be read: ${words}` }
  return { ok: false, problem } as const
}
