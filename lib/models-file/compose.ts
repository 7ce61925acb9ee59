import { knownProvider } from '../adapters/registry.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import type { ModelOverride } from '../models/model-override.ts'
import type { ProviderSettings } from '../provider-env.ts'
import type { AdapterSettings, ModelsFile } from './schema.ts'

/** What the environment and the file say together: the file wins where it says anything. */
export interface Composed {
  providers: ProviderSettings[]
  models: ReadonlyMap<string, ModelOverride>
  /** Variables that the file names and that are not set. */
  missing: { adapter: string; variable: string }[]
}

export function compose(
  env: readonly ProviderSettings[],
  file: ModelsFile,
  variable: (name: string) => string | null,
): Composed {
  const adapters = Object.entries(file.adapters ?? {})
  const others = env.filter(({ id }) => !adapters.some(([each]) => each === id))
  const said = adapters.map(([id, adapter]) =>
    settingsOf(
      id,
      adapter,
      env.find((each) => each.id === id),
      variable,
    ),
  )
  const models = Object.entries(file.models ?? {}).map(([id, { adapter: _adapter, capabilities, ...model }]) => {
    // What a file does not say is not in it.
    const known = capabilities as Partial<AdapterCapabilities> | undefined
    return [id, { ...model, ...(known && { capabilities: known }) }] as const
  })
  return {
    providers: [...others, ...said],
    models: new Map(models),
    missing: adapters.flatMap(([adapter, { api_key_env: name }]) =>
      name !== undefined && variable(name) === null ? [{ adapter, variable: name }] : [],
    ),
  }
}

function settingsOf(
  id: string,
  adapter: AdapterSettings,
  env: ProviderSettings | undefined,
  variable: (name: string) => string | null,
): ProviderSettings {
  const { type, label, base_url, api_key_env, headers, options = {}, ...times } = adapter
  const known = knownProvider(id)
  return {
    id,
    label: label ?? env?.label ?? known?.label ?? id,
    apiKey: api_key_env === undefined ? (env?.apiKey ?? null) : variable(api_key_env),
    baseUrl: base_url ?? env?.baseUrl ?? null,
    protocol: type ?? env?.protocol ?? null,
    models: env?.models ?? [],
    options: { ...env?.options, ...options },
    connection: { ...times, ...(headers && { extra_headers: headers }) },
  }
}
