import { z } from 'zod'
import type { AdapterConfig, AdapterType } from './adapters/adapter.ts'
import { FURTHER_PROTOCOLS, type Provider, variableNames, wiresOf } from './adapters/provider.ts'
import { PROVIDERS } from './adapters/providers.ts'
import { ApiAddress, Secret } from './env-value.ts'

/** What the environment says of one provider, checked. */
export interface ProviderSettings {
  /** Before the colon of its model ids. */
  readonly id: string
  /** As people read it. */
  readonly label: string
  readonly apiKey: string | null
  readonly baseUrl: string | null
  /** The wire that all its models take; `null` leaves it to the provider's own rule. */
  readonly protocol: AdapterType | null
  /** Models that it is said to have, beside those that its server lists. */
  readonly models: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Time-outs, retries and headers of its adapters, where they are said. */
  readonly connection?: Readonly<
    Pick<AdapterConfig, 'timeout_seconds' | 'idle_timeout_seconds' | 'max_retries' | 'extra_headers'>
  >
}

type Given = Readonly<Record<string, string | undefined>>

/** What is read of every further provider: the word after its name, and the check. */
const FURTHER = {
  BASE_URL: ApiAddress.optional(),
  API_KEY: Secret.optional(),
  LABEL: z.string().max(60, 'must be at most 60 characters').optional(),
  MODELS: z.string().optional(),
  PROTOCOL: z.enum(FURTHER_PROTOCOLS, `must be one of ${FURTHER_PROTOCOLS.join(', ')}`).optional(),
}

/** Every name that is read for a provider that Metis knows. */
export const PROVIDER_VARIABLES: readonly string[] = [...PROVIDERS.flatMap(variableNames), 'METIS_PROVIDERS']

/** The providers of which anything is said, each fault as a sentence without its value. */
export function readProviders(given: Given): { providers: ProviderSettings[]; faults: string[] } {
  const known = PROVIDERS.flatMap((provider) => {
    const names = variableNames(provider)
    return names.some((name) => given[name] !== undefined) ? [readKnown(provider, given)] : []
  })
  const further = readFurther(given)
  const read = [...known, ...further.read]
  return {
    providers: read.flatMap(({ settings }) => (settings ? [settings] : [])),
    faults: [...read.flatMap(({ faults }) => faults), ...further.faults],
  }
}

interface Read {
  settings?: ProviderSettings
  faults: string[]
}

function readKnown(provider: Provider, given: Given): Read {
  const { id, label, variables } = provider
  const protocols = wiresOf(provider).map(([type]) => type)
  const shape: Record<string, z.ZodType<string | undefined>> = { [variables.base_url]: ApiAddress.optional() }
  if (variables.api_key) shape[variables.api_key] = Secret.optional()
  if (variables.models) shape[variables.models] = z.string().optional()
  if (variables.protocol) {
    shape[variables.protocol] = z.enum(protocols, `must be one of ${protocols.join(', ')}`).optional()
  }
  for (const name of Object.values(variables.options ?? {})) shape[name] = Secret.optional()
  const parsed = z.object(shape).safeParse(given)
  if (!parsed.success) return { faults: faultsOf(parsed.error) }
  const valueIn = (name: string | undefined) => (name === undefined ? null : (parsed.data[name] ?? null))
  const options = Object.entries(variables.options ?? {}).flatMap(([option, name]) => {
    const value = valueIn(name)
    return value === null ? [] : [[option, value] as const]
  })
  const protocol = valueIn(variables.protocol)
  const settings: ProviderSettings = {
    id,
    label,
    apiKey: valueIn(variables.api_key),
    baseUrl: valueIn(variables.base_url),
    protocol: protocols.find((type) => type === protocol) ?? null,
    models: namesIn(valueIn(variables.models)),
    options: Object.freeze(Object.fromEntries(options)),
  }
  return { settings: Object.freeze(settings), faults: [] }
}

const PREFIX = 'METIS_PROVIDER_'

function readFurther(given: Given): { read: Read[]; faults: string[] } {
  const ids = namesIn(given.METIS_PROVIDERS ?? null)
  const prefixes = ids.map(prefixOf)
  const strays = Object.keys(given).filter(
    (name) => name.startsWith(PREFIX) && !prefixes.some((prefix) => isOf(name, prefix)),
  )
  return {
    read: ids.map((id, place) => (ids.indexOf(id) === place ? readOneFurther(id, given) : { faults: [] })),
    faults: strays.map((name) => {
      const said = ids.length === 0 ? 'METIS_PROVIDERS names none' : `METIS_PROVIDERS names ${ids.join(', ')}`
      return `${name} belongs to no provider: ${said}; a variable of it ends in ${Object.keys(FURTHER).join(', ')}.`
    }),
  }
}

/** `my-lab`: `METIS_PROVIDER_MY_LAB_`. */
function prefixOf(id: string): string {
  return `${PREFIX}${id.toUpperCase().replaceAll('-', '_')}_`
}

function isOf(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && Object.hasOwn(FURTHER, name.slice(prefix.length))
}

function readOneFurther(id: string, given: Given): Read {
  const wrongName = faultOfName(id)
  if (wrongName !== null) return { faults: [`METIS_PROVIDERS names ${id}, which ${wrongName}.`] }
  const prefix = prefixOf(id)
  const shape = Object.fromEntries(Object.entries(FURTHER).map(([word, check]) => [prefix + word, check] as const))
  const parsed = z.object(shape).safeParse(given)
  if (!parsed.success) return { faults: faultsOf(parsed.error) }
  const valueIn = (word: keyof typeof FURTHER) => parsed.data[prefix + word] ?? null
  const baseUrl = valueIn('BASE_URL')
  if (baseUrl === null) {
    return { faults: [`METIS_PROVIDERS names ${id}, and ${prefix}BASE_URL is not set: give its address.`] }
  }
  const protocol = valueIn('PROTOCOL')
  const settings: ProviderSettings = {
    id,
    label: valueIn('LABEL') ?? id,
    apiKey: valueIn('API_KEY'),
    baseUrl,
    protocol: FURTHER_PROTOCOLS.find((type) => type === protocol) ?? FURTHER_PROTOCOLS[0],
    models: namesIn(valueIn('MODELS')),
    options: Object.freeze({}),
  }
  return { settings: Object.freeze(settings), faults: [] }
}

/** Why nothing of one's own can be called so; goes on after "which". */
export function faultOfName(id: string): string | null {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(id)) {
    return 'is no name for a provider: small letters, digits and hyphens, beginning with a letter, 32 at most'
  }
  if (id === 'demo') return 'is the name of the demo'
  const known = PROVIDERS.find((provider) => provider.id === id)
  return known ? `is known already: ${known.variables.base_url} is its address` : null
}

/** As `.env` has it; of a provider that only this installation has by the same rule, as a name that a shell takes. */
export function keyVariable(id: string): string {
  const known = PROVIDERS.find((provider) => provider.id === id)
  const named = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=[0-9])/, '_')
  return known?.variables.api_key ?? `${named || 'PROVIDER'}_API_KEY`
}

function namesIn(text: string | null): string[] {
  return (text ?? '').split(',').flatMap((name) => name.trim() || [])
}

function faultsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
}
