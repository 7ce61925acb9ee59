import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { isOwnServer } from '#lib/adapters/own-server.ts'
import { type Provider, type Wire, wiresOf } from '#lib/adapters/provider.ts'
import { PROVIDERS } from '#lib/adapters/providers.ts'
import { type Env, EnvError, readEnv } from '#lib/env.ts'
import { isSetUp } from '#lib/installed-providers.ts'
import { recordExchange } from './recorder.ts'
import { SCENARIOS } from './scenario.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** One wire of one provider. */
interface Target {
  name: string
  type: AdapterType
  wire: Wire
  provider: Provider
}

const TARGETS: readonly Target[] = PROVIDERS.flatMap((provider) =>
  wiresOf(provider).map(([type, wire], place) => ({ name: nameOf(provider.id, type, place), type, wire, provider })),
)

/** A provider's first wire goes by its name: `groq`, `openai`; another by its type as well: `openai-responses`. */
function nameOf(id: string, type: AdapterType, place: number): string {
  if (place === 0) return id
  return type.startsWith(`${id}-`) ? type : `${id}-${type}`
}

const USAGE = `npm run cassettes:record -- [provider ...] [--scenario name ...] [--model provider:name] [--folder path]
providers: ${TARGETS.map(({ name }) => name).join(', ')} (default: all that are set up)
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')} (default: all)`

/** Records what was asked for; returns the exit code. */
export async function record(args: readonly string[], env: Env, say: (line: string) => void): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      scenario: { type: 'string', multiple: true },
      model: { type: 'string' },
      folder: { type: 'string', default: join(ROOT, 'cassettes') },
      help: { type: 'boolean' },
    },
  })
  const targets = TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const scenarios = SCENARIOS.filter(({ name }) => values.scenario?.includes(name) ?? true)
  const isKnown = positionals.every((name) => TARGETS.some((known) => known.name === name))
  if (values.help || !isKnown || scenarios.length === 0) {
    say(USAGE)
    return values.help ? 0 : 1
  }
  const setUp = targets.filter(({ provider }) => accessTo(provider, env) !== undefined)
  for (const { name, provider } of positionals.length > 0 ? targets.filter((each) => !setUp.includes(each)) : []) {
    say(`${name}: set ${variableOf(provider)}`)
  }
  if (setUp.length === 0) {
    const variables = new Set(targets.map(({ provider }) => variableOf(provider)))
    if (positionals.length === 0) say(`no key: set ${[...variables].join(', or ')}`)
    return 1
  }

  let failed = setUp.length < targets.length && positionals.length > 0 ? 1 : 0
  for (const { name, type, wire, provider } of setUp) {
    const { apiKey: api_key = null, baseUrl: base_url = null, options } = accessTo(provider, env) ?? {}
    const access = { type, name: provider.id, api_key, base_url, options, folder: values.folder }
    for (const scenario of scenarios) {
      try {
        const model = values.model ?? `${provider.id}:${wire.sample}`
        const result = await recordExchange({ ...access, model, scenario })
        say(`${name} ${scenario.name}: ${result.outcome === 'written' ? result.path : result.reason}`)
      } catch (error) {
        failed = 1
        say(`${name} ${scenario.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  say('Read what was written before you commit it; `npm run unit -- golden -u` writes its golden results.')
  return failed
}

function accessTo({ id }: Provider, env: Env) {
  return env.providers.find((settings) => settings.id === id && isSetUp(settings))
}

/** A server of one's own needs an address; a provider's needs a key. */
function variableOf({ variables, base_url }: Provider): string {
  return (isOwnServer(null, base_url) ? undefined : variables.api_key) ?? variables.base_url
}

if (process.argv[1] === import.meta.filename) {
  for (const name of ['.env.local', '.env']) {
    const path = join(ROOT, name)
    if (existsSync(path)) process.loadEnvFile(path)
  }
  try {
    process.exitCode = await record(process.argv.slice(2), readEnv(), (line) => console.log(line))
  } catch (error) {
    // A wrong setting or a misspelt option: the words are enough.
    const isOurs = error instanceof EnvError || (error instanceof TypeError && 'code' in error)
    console.error(isOurs ? error.message : error)
    process.exitCode = 1
  }
}
