import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AdapterType } from '#lib/adapters/adapter.ts'
import { ADAPTER_TYPES } from '#lib/adapters/registry.ts'
import { type Env, EnvError, readEnv } from '#lib/env.ts'
import { recordExchange } from './recorder.ts'
import { SCENARIOS } from './scenario.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Where each kind of provider has its key, and a small model that shows what there is to see. */
const HOSTS: Readonly<Record<AdapterType, { env: 'anthropic' | 'openai' | 'openrouter' | 'ollama'; model: string }>> = {
  anthropic: { env: 'anthropic', model: 'anthropic:claude-haiku-4-5' },
  openai: { env: 'openai', model: 'openai:gpt-4.1-mini' },
  'openai-responses': { env: 'openai', model: 'openai:gpt-5-mini' },
  ollama: { env: 'ollama', model: 'ollama:qwen3' },
  openrouter: { env: 'openrouter', model: 'openrouter:openai/gpt-4.1-mini' },
}

const USAGE = `npm run cassettes:record -- [type ...] [--scenario name ...] [--model provider:name] [--name host] [--folder path]
types: ${ADAPTER_TYPES.join(', ')} (default: all that have a key)
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')} (default: all)`

/** Records what was asked for; returns the exit code. */
export async function record(args: readonly string[], env: Env, say: (line: string) => void): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      scenario: { type: 'string', multiple: true },
      model: { type: 'string' },
      name: { type: 'string' },
      folder: { type: 'string', default: join(ROOT, 'cassettes') },
      help: { type: 'boolean' },
    },
  })
  const types = ADAPTER_TYPES.filter((type) => positionals.length === 0 || positionals.includes(type))
  const scenarios = SCENARIOS.filter(({ name }) => values.scenario?.includes(name) ?? true)
  const isKnown = positionals.every((type) => ADAPTER_TYPES.some((known) => known === type))
  if (values.help || !isKnown || scenarios.length === 0) {
    say(USAGE)
    return values.help ? 0 : 1
  }
  const configured = types.filter((type) => hasAccess(env, type))
  for (const type of positionals.length > 0 ? types.filter((each) => !configured.includes(each)) : []) {
    say(`${type}: set ${variableOf(type)}`)
  }
  if (configured.length === 0) {
    if (positionals.length === 0) say(`no key: set ${[...new Set(types.map(variableOf))].join(', or ')}`)
    return 1
  }

  let failed = configured.length < types.length && positionals.length > 0 ? 1 : 0
  for (const type of configured) {
    const { apiKey, baseUrl } = env[HOSTS[type].env]
    const access = { type, name: values.name, api_key: apiKey, base_url: baseUrl, folder: values.folder }
    for (const scenario of scenarios) {
      try {
        const result = await recordExchange({ ...access, model: values.model ?? HOSTS[type].model, scenario })
        say(`${type} ${scenario.name}: ${result.outcome === 'written' ? result.path : result.reason}`)
      } catch (error) {
        failed = 1
        say(`${type} ${scenario.name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  say('Read what was written before you commit it; `npm run unit -- golden -u` writes its golden results.')
  return failed
}

function hasAccess(env: Env, type: AdapterType): boolean {
  const { apiKey, baseUrl } = env[HOSTS[type].env]
  return apiKey !== null || baseUrl !== null
}

/** A server of one's own needs an address; a provider's needs a key. */
function variableOf(type: AdapterType): string {
  const { env } = HOSTS[type]
  return `${env.toUpperCase()}_${env === 'ollama' ? 'BASE_URL' : 'API_KEY'}`
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
