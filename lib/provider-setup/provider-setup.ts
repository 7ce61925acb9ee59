import type { AdapterType } from '../adapters/adapter.ts'
import { standsInForVendor } from '../adapters/own-server.ts'
import { FURTHER_PROTOCOLS, PROTOCOL_LABELS, type Provider, wiresOf } from '../adapters/provider.ts'
import { PROVIDERS } from '../adapters/providers.ts'
import { knownProvider } from '../adapters/registry.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { Logger } from '../log.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { faultOfName, type ProviderSettings } from '../provider-env.ts'
import { redact } from '../redact.ts'
import type { Secrets } from '../secrets.ts'
import type { KeyStore, StoredProvider } from '../store/key-store.ts'
import { findLocalServers, type LocalServer, localCandidates } from './local-servers.ts'
import { hintOf, seal, unseal } from './seal.ts'
import { type Secret, SecretError } from './secret.ts'
import { SetupFault } from './setup-fault.ts'
import { type Trial, tryProvider } from './trial.ts'

/** What a person says of a provider in the browser. */
export interface SaidProvider {
  key?: string | undefined
  base_url?: string | undefined
  label?: string | undefined
  protocol?: string | undefined
  models?: readonly string[] | undefined
}

/** Whence what holds for a provider. */
export type Source = 'environment' | 'models_file' | 'stored'

/** The directory of models, as far as providers are set up in it. */
export interface SetUpDirectory {
  models: ModelDirectory
  /** What holds of each provider of which anything is said. */
  settings(): ReadonlyMap<string, { settings: ProviderSettings; source: Source }>
  /** What the environment and the file say, over what is said here. */
  merged(stored: ProviderSettings): ProviderSettings
  takeStored(stored: readonly ProviderSettings[]): void
}

/** A provider as `GET /api/providers` shows it: all but its key. */
export interface ProviderRow {
  id: string
  label: string
  configured: boolean
  by: Source | 'none'
  /** The last four characters of its key; `null` where there is none, or it is too short. */
  key_hint: string | null
  has_key: boolean
  address: string | null
  /** Where it is unless another address is said; `null` where everybody has one of their own. */
  usual_address: string | null
  /** No vendor's prices hold there. */
  own_server: boolean
  needs: 'key' | 'address' | 'both'
  /** False for a server of one's own that no record knows. */
  known: boolean
  key_page: string | null
  key_starts: readonly string[]
  variable: string | null
  models: number
  problem: string | null
  added_at: string | null
  used_at: string | null
}

const OTHER_SECRET = 'This key was stored under another secret, or is damaged: paste it again.'
const FRESH_MS = 10_000

/** Providers that people set up in the browser: tried, kept under a secret, and used at once. */
export class ProviderSetup {
  readonly #store: KeyStore
  readonly #secret: Secret
  readonly #secrets: Secrets
  readonly #directory: SetUpDirectory
  readonly #log: Logger
  readonly #candidates: readonly ProviderSettings[]
  #stored: readonly StoredProvider[] = []
  /** Keys that cannot be read, by provider: why. */
  #unreadable: ReadonlyMap<string, string> = new Map()
  /** One change after the other: the last one to be stored is the last one to be used. */
  #changing: Promise<unknown> = Promise.resolve()
  #local: { at: number; found: Promise<LocalServer[]> } | null = null

  constructor(parts: {
    store: KeyStore
    secret: Secret
    secrets: Secrets
    directory: SetUpDirectory
    log: Logger
    /** Servers that are looked for on this machine. */
    candidates?: readonly ProviderSettings[]
  }) {
    this.#store = parts.store
    this.#secret = parts.secret
    this.#secrets = parts.secrets
    this.#directory = parts.directory
    this.#log = parts.log
    this.#candidates = parts.candidates ?? localCandidates()
  }

  /** Reads what is stored, and uses it. A key that cannot be read is none, and says so in the list. */
  async load(): Promise<void> {
    const stored = await this.#store.list()
    const unreadable = new Map<string, string>()
    const settings = await Promise.all(
      stored.map(async (row) => {
        const apiKey = await this.#keyOf(row).catch((error: unknown) => {
          if (!(error instanceof SecretError)) throw error
          return error
        })
        if (apiKey === null || typeof apiKey === 'string') return settingsOf(row.provider, { ...row, apiKey })
        unreadable.set(row.provider, apiKey.message)
        this.#log.warn('a stored key cannot be read', { provider: row.provider, problem: apiKey.message })
        return null
      }),
    )
    this.#stored = stored
    this.#unreadable = unreadable
    this.#directory.takeStored(settings.filter((each) => each !== null))
  }

  /** Whether something is stored of it, be it readable or not. */
  isStored(provider: string): boolean {
    return this.#stored.some((row) => row.provider === provider)
  }

  /** Where the secret is from, and whether there is one yet. */
  get secretFrom(): Secret['from'] {
    return this.#secret.from
  }

  /** What a server of one's own may speak, the usual one first. */
  get protocols(): { id: string; label: string }[] {
    return FURTHER_PROTOCOLS.map((id) => ({ id, label: PROTOCOL_LABELS[id] }))
  }

  async list(): Promise<ProviderRow[]> {
    const said = this.#directory.settings()
    const further = [...new Set([...said.keys(), ...this.#stored.map(({ provider }) => provider)])]
    const ids = [...PROVIDERS.map(({ id }) => id), ...further.filter((id) => !knownProvider(id))]
    const counts = Map.groupBy(
      this.#directory.models.list().filter((model) => model.configured),
      (model) => model.provider,
    )
    return await Promise.all(ids.map((id) => this.#row(id, said.get(id), counts.get(id)?.length ?? 0)))
  }

  async #row(id: string, said: { settings: ProviderSettings; source: Source } | undefined, models: number) {
    const provider = knownProvider(id)
    const row = this.#stored.find((each) => each.provider === id)
    const settings = said?.settings
    const isOn = said !== undefined && this.#directory.models.hasProvider(id)
    const isUnread = row !== undefined && this.#unreadable.has(id) && !isOn
    const address = settings?.baseUrl ?? (isUnread ? row.base_url : null)
    const hint = settings?.apiKey ? hintOf(settings.apiKey) : isUnread ? row.key?.hint : undefined
    return {
      id,
      label: settings?.label ?? provider?.label ?? row?.label ?? id,
      configured: isOn,
      by: isOn ? said.source : isUnread ? 'stored' : 'none',
      key_hint: hint || null,
      has_key: Boolean(settings?.apiKey) || (isUnread && row.key !== null),
      address: address === null ? null : redact(address, this.#secrets.all),
      usual_address: provider?.base_url ?? null,
      own_server: standsInForVendor(address, provider?.base_url ?? null),
      needs: needsOf(provider),
      known: provider !== undefined,
      key_page: provider?.key?.page ?? null,
      key_starts: provider?.key?.starts ?? [],
      variable: provider?.variables.api_key ?? null,
      models,
      problem: isUnread ? (this.#unreadable.get(id) ?? null) : null,
      added_at: row && (isUnread || said?.source === 'stored') ? row.created_at : null,
      used_at: isOn ? await this.#store.lastUsed(id, EVER) : null,
    } satisfies ProviderRow
  }

  /** Tries what is said; where nothing is said, what holds. Nothing is stored. Throws a `SetupFault`. */
  async try(id: string, said: SaidProvider): Promise<Trial> {
    const isSaid = said.key !== undefined || said.base_url !== undefined
    const holds = isSaid ? undefined : this.#directory.settings().get(id)?.settings
    const unread = isSaid ? undefined : this.#unreadable.get(id)
    if (holds === undefined && unread !== undefined) {
      return { works: false, problem: 'key_refused', message: unread, models: null }
    }
    if (!isSaid && holds === undefined) throw new SetupFault('key', 'nothing is set up yet: give a key or an address')
    const trial = await tryProvider(holds ?? (await this.#settingsSaid(id, said)))
    this.#log.info('a provider was tried', { provider: id, works: trial.works, problem: trial.problem })
    return trial
  }

  /** Tries what is said and keeps it, where it works or `anyway`; it holds from the next turn on. Throws a `SetupFault`. */
  async keep(
    id: string,
    said: SaidProvider,
    { anyway }: { anyway: boolean },
  ): Promise<{ kept: boolean; trial: Trial }> {
    const settings = await this.#settingsSaid(id, said)
    const trial = await tryProvider(settings)
    if (!trial.works && !anyway) return { kept: false, trial }
    const place = { provider: id, base_url: said.base_url ?? null }
    const row: StoredProvider = {
      ...place,
      label: said.label ?? null,
      protocol: said.protocol ?? null,
      models: said.models ?? [],
      key: settings.apiKey === null ? null : seal(settings.apiKey, place, await this.#secret.readOrMake()),
      created_at: formatTimestamp(Date.now() * 1_000),
    }
    await this.#change(() => this.#store.put(row))
    return { kept: true, trial }
  }

  /** False where nothing was stored. */
  remove(id: string): Promise<boolean> {
    return this.#change(() => this.#store.remove(id))
  }

  /** Asked at most once in ten seconds; without those that are set up already. */
  async localServers(): Promise<LocalServer[]> {
    if (this.#local === null || Date.now() - this.#local.at > FRESH_MS) {
      this.#local = { at: Date.now(), found: findLocalServers(this.#candidates) }
    }
    const found = await this.#local.found
    return found.filter(({ provider }) => !this.#directory.models.hasProvider(provider))
  }

  #change<T>(write: () => Promise<T>): Promise<T> {
    const change = this.#changing.then(async () => {
      const result = await write()
      await this.load()
      await this.#directory.models.refresh()
      return result
    })
    this.#changing = change.catch(() => {})
    return change
  }

  /** What would hold with it. From here on the log knows its key. */
  async #settingsSaid(id: string, said: SaidProvider): Promise<ProviderSettings> {
    const provider = knownProvider(id)
    const fault = provider ? null : faultOfName(id)
    if (fault !== null) throw new SetupFault('id', `${id} ${fault}`)
    const base_url = said.base_url ?? null
    if (base_url === null && (provider?.base_url ?? null) === null) {
      throw new SetupFault('base_url', 'an address is needed: everybody has one of their own here')
    }
    const types = typesOf(provider)
    if (said.protocol !== undefined && !types.some((type) => type === said.protocol)) {
      throw new SetupFault('protocol', `must be one of ${types.join(', ')}`)
    }
    if (said.key !== undefined) this.#secrets.add([said.key])
    if (said.key === undefined && base_url === null) throw new SetupFault('key', 'a key or an address is needed')
    const apiKey = said.key ?? (await this.#keptKey(id, base_url))
    const { label = null, protocol = null, models = [] } = said
    return this.#directory.merged(settingsOf(id, { label, protocol, models, base_url, apiKey }))
  }

  /** The key that is there already: it holds for the address that it was given for, and for no other. */
  async #keptKey(id: string, base_url: string | null): Promise<string | null> {
    const row = this.#stored.find((each) => each.provider === id && each.base_url === base_url)
    const key = row ? await this.#keyOf(row) : null
    return typeof key === 'string' ? key : null
  }

  /** `null` where it has none; an error where that cannot be read. */
  async #keyOf({ provider, base_url, key }: StoredProvider): Promise<string | SecretError | null> {
    if (key === null) return null
    const secret = await this.#secret.read()
    const text = secret && unseal(key, { provider, base_url }, secret)
    if (text === null) return new SecretError(OTHER_SECRET)
    this.#secrets.add([text])
    return text
  }
}

/** Before the first call of any model. */
const EVER = '1970-01-01T00:00:00.000000Z'

type SaidSettings = Pick<StoredProvider, 'label' | 'protocol' | 'models' | 'base_url'> & { apiKey: string | null }

function settingsOf(id: string, { label, protocol, models, base_url, apiKey }: SaidSettings): ProviderSettings {
  const provider = knownProvider(id)
  // What a person pasted says that there is an account: no address is needed to believe it.
  const isByAddress = provider !== undefined && !provider.set_up_by.includes('key')
  return Object.freeze({
    id,
    label: label ?? provider?.label ?? id,
    apiKey,
    baseUrl: base_url ?? (isByAddress ? provider.base_url : null),
    protocol: typesOf(provider).find((type) => type === protocol) ?? (provider ? null : FURTHER_PROTOCOLS[0]),
    models,
    options: Object.freeze({}),
  })
}

function typesOf(provider: Provider | undefined): readonly AdapterType[] {
  return provider ? wiresOf(provider).map(([type]) => type) : FURTHER_PROTOCOLS
}

function needsOf(provider: Provider | undefined): ProviderRow['needs'] {
  if (!provider) return 'address'
  if (provider.base_url === null) return 'both'
  return provider.key ? 'key' : 'address'
}
