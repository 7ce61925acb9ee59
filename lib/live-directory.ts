import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Installer } from './installed-providers.ts'
import type { Logger } from './log.ts'
import type { ConfigProblem } from './models/installed-provider.ts'
import { ModelDirectory } from './models/model-directory.ts'
import type { PriceTable } from './models/price-table.ts'
import { compose } from './models-file/compose.ts'
import { parseModelsFile } from './models-file/parse.ts'
import type { ModelsFile } from './models-file/schema.ts'
import { readIfThere, watchFile } from './models-file/watch-file.ts'
import type { ProviderSettings } from './provider-env.ts'
import type { Secrets } from './secrets.ts'

export interface LiveDirectoryOptions {
  /** What the environment sets up. */
  providers: readonly ProviderSettings[]
  /** Of `models.yaml`; it need not be there. */
  path: string
  prices: PriceTable
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
  const installer = new Installer(log)
  const models = new ModelDirectory({ providers: [], prices, preferred, ...(now && { now }) })

  const use = (file: ModelsFile) => {
    const composed = compose(options.providers, file, options.variable, prices)
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
    const parsed = typeof found === 'string' ? parseModelsFile(found, basename(path), prices) : found
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
    async close() {
      stop()
      await loading
      await models.close()
    },
  }
}

function unreadable(path: string, cause: unknown) {
  const words = cause instanceof Error ? cause.message : String(cause)
  const problem = { file: basename(path), line: null, column: null, problem: `cannot be read: ${words}` }
  return { ok: false, problem } as const
}
