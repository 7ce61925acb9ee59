import type { ProviderAdapter, ServedModel } from '../adapters/adapter.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { AdapterError } from '../canonical/error.ts'
import { parseModelId } from '../canonical/id.ts'
import type { TokenUsage, Usage } from '../canonical/usage.ts'
import { CATALOG, entryOf, findModel } from './catalog.ts'
import { costOf } from './cost.ts'
import type { ModelEntry } from './model-entry.ts'
import { nearMatches } from './near-match.ts'
import type { ModelPrice, PriceTable } from './price-table.ts'
import { type Answered, priceFor } from './whose-price.ts'

/** A model as a turn sees it. */
export interface AvailableModel {
  /** `provider:name`. */
  id: string
  label: string
  capabilities: AdapterCapabilities
  /** Neither the catalog nor its server says how large its window is. */
  window_is_assumed: boolean
  /** `null` while its provider has no key. */
  adapter: ProviderAdapter | null
  /** What a turn asks for when nobody asked for something else. */
  default_reasoning_effort?: 'low' | 'medium' | 'high' | undefined
}

/** A row of `GET /api/models`. */
export interface ListedModel {
  id: string
  label: string
  provider: string
  /** As people read it. */
  provider_label: string
  configured: boolean
  scripted: boolean
  aliases: readonly string[]
  capabilities: AdapterCapabilities & { assumed: boolean }
  price: (ModelPrice & { pricing_version: string }) | null
}

/** One provider of this installation, as the composition root sets it up. */
export interface InstalledProvider {
  /** Before the colon of its model ids. */
  name: string
  /** As people read it; its name where it is not said. */
  label?: string
  /** `null` without a key. */
  adapterOf: (modelId: string) => ProviderAdapter | null
  /** It is no public service: what it serves is known from its list alone, and no vendor's price holds there. */
  isOwnServer?: boolean
  /** What its server lists; absent where the catalog says it all. Rejects when it cannot be asked. */
  listModels?: () => Promise<readonly ServedModel[]>
  /** Models that it has beside those, by name. Where this is given, it takes any other name as well. */
  models?: readonly string[]
  /** What it is known to have, until its server has listed what it has. */
  expected?: readonly string[]
}

/** A provider that is set up and offers nothing, or nothing new, because its server could not say what it has. */
export interface UnlistedProvider {
  provider: string
  label: string
  problem: 'unreachable' | 'key_refused' | 'no_list' | 'no_models'
}

const FRESH_MS = 10_000

/** The models of this installation: what the catalog knows, and what servers of the user's own list. */
export class ModelDirectory {
  readonly #providers: ReadonlyMap<string, InstalledProvider>
  readonly #prices: PriceTable
  readonly #preferred: string | null
  /** What servers of the user's own said last: by provider, then by id. */
  readonly #served = new Map<string, ReadonlyMap<string, ServedModel>>()
  /** By provider: why its server's last answer was no list. */
  readonly #problems = new Map<string, UnlistedProvider['problem']>()
  readonly #now: () => number
  #refresh: { at: number; done: Promise<void> } | null = null
  /** Every turn looks into it: made once for each answer of a server, which may name hundreds of models. */
  #listed: readonly ListedModel[] | null = null

  constructor(options: {
    providers: readonly InstalledProvider[]
    prices: PriceTable
    preferred: string | null
    /** Milliseconds. */
    now?: () => number
  }) {
    this.#now = options.now ?? Date.now
    this.#providers = new Map(options.providers.map((provider) => [provider.name, provider]))
    this.#prices = options.prices
    this.#preferred = options.preferred
  }

  /**
   * Asks the user's own servers what they serve and, where they can say, what each of it can do; at most once in ten
   * seconds however many ask. A server that does not answer keeps its last list.
   */
  refresh(): Promise<void> {
    if (!this.#refresh || this.#now() - this.#refresh.at > FRESH_MS) {
      this.#refresh = { at: this.#now(), done: this.#askServers() }
    }
    return this.#refresh.done
  }

  async #askServers(): Promise<void> {
    await Promise.all(
      [...this.#providers.values()].map(async (provider) => {
        const models = await provider.listModels?.().catch((error: unknown) => {
          this.#problems.set(provider.name, problemOf(error))
        })
        if (!models) return
        if (models.length > 0) this.#problems.delete(provider.name)
        else this.#problems.set(provider.name, 'no_models')
        const served = new Map(models.map((model) => [`${provider.name}:${model.name}`, model]))
        this.#served.set(provider.name, served)
        const byAdapter = Map.groupBy(served.keys(), (id) => provider.adapterOf(id))
        await Promise.all([...byAdapter].map(([adapter, ids]) => adapter?.inspect?.(ids).catch(() => undefined)))
        this.#listed = null
      }),
    )
  }

  /** By id or alias; a server of the user's own may know any name of its provider. */
  find(idOrAlias: string): AvailableModel | undefined {
    const entry = findModel(idOrAlias) ?? this.#assumed(idOrAlias)
    return entry && this.#available(entry)
  }

  /** False for an id that a server of the user's own does not name; it may have it all the same, or not have been asked yet. */
  isListed(id: string): boolean {
    const provider = this.#providers.get(parseModelId(id)?.provider ?? '')
    return !takesAnyName(provider) || this.list().some((model) => model.id === id)
  }

  /** All ids and aliases. */
  get names(): string[] {
    return this.list().flatMap((model) => [model.id, ...model.aliases])
  }

  /** For an error message: what may have been meant. */
  nearMatches(id: string): string[] {
    return nearMatches(id, this.names)
  }

  /** Providers whose server said nothing of use when it was asked last; what it listed before is still there. */
  get unlisted(): UnlistedProvider[] {
    return [...this.#problems].map(([provider, problem]) => ({ provider, label: this.#labelOf(provider), problem }))
  }

  /**
   * The user's choice, else the first configured model that we know, else one that a server lists, else a demo that needs
   * no key. None (`''`) while the only servers that are set up cannot say what they have. 2026-11-22: whoever set up a
   * server and finds it away is not answered by a script, but told; the demo can still be picked.
   */
  get defaultModel(): string {
    if (this.#preferred) return this.#preferred
    const listed = this.list()
    const real = listed.filter((model) => model.configured && !model.scripted)
    const first = real.find((model) => !model.capabilities.assumed) ?? real[0]
    if (first) return first.id
    return (this.#problems.size === 0 && listed.find((model) => model.scripted)?.id) || ''
  }

  list(): readonly ListedModel[] {
    this.#listed ??= this.#entries().map((entry) => this.#row(entry))
    return this.#listed
  }

  /** From our own price table, by the model that answered and the server that it answered from. */
  cost(usage: TokenUsage, served: string, asked: string): Pick<Usage, 'cost_usd' | 'pricing_version'> {
    return costOf(usage, this.#answered(served, asked), this.#prices)
  }

  #answered(served: string, asked: string): Answered {
    const provider = this.#providers.get(parseModelId(asked)?.provider ?? '')
    return { served, asked, by_own_server: provider?.isOwnServer === true }
  }

  /** The catalog, but for providers that list their own: what they list. A server of the user's own has nothing else. */
  #entries(): ModelEntry[] {
    const isCatalogs = ({ provider }: ModelEntry) =>
      !this.#served.has(provider) && this.#providers.get(provider)?.isOwnServer !== true
    const entries = CATALOG.filter(isCatalogs)
    const named = [...this.#providers.values()].flatMap((provider) => this.#namesOf(provider))
    return [...new Set(named)].map(entryOf).concat(entries)
  }

  /** What a provider offers beside the catalog, as ids: what its server lists, and what the installation says. */
  #namesOf({ name, models = [], expected = [] }: InstalledProvider): string[] {
    const idOf = (model: string) => `${name}:${model}`
    return [...(this.#served.get(name)?.keys() ?? expected.map(idOf)), ...models.map(idOf)]
  }

  #labelOf(provider: string): string {
    return this.#providers.get(provider)?.label ?? provider
  }

  #row(entry: ModelEntry): ListedModel {
    const price = priceFor(this.#answered(entry.id, entry.id), this.#prices)
    const { capabilities, adapter } = this.#available(entry)
    return {
      id: entry.id,
      label: entry.label,
      provider: entry.provider,
      provider_label: this.#labelOf(entry.provider),
      configured: adapter !== null,
      scripted: entry.scripted === true,
      aliases: entry.aliases,
      capabilities: { ...capabilities, assumed: entry.assumed === true },
      price: price && { ...price, pricing_version: this.#prices.pricing_version },
    }
  }

  #assumed(id: string): ModelEntry | undefined {
    const model = parseModelId(id)
    return model && takesAnyName(this.#providers.get(model.provider)) ? entryOf(id) : undefined
  }

  /**
   * What its adapter says of a model counts, since it knows the wire format and what the host has said, and of any a
   * window that the server's list names; the answer must leave room in the window for the question.
   */
  #capabilities(entry: ModelEntry, adapter: ProviderAdapter | null) {
    const isAssumed = entry.assumed === true
    const known = adapter?.capabilities(entry.id) ?? entry.capabilities
    const listed = this.#served.get(entry.provider)?.get(entry.id)?.max_context_tokens
    const window = listed ?? known.max_context_tokens
    if (listed === undefined && window === entry.capabilities.max_context_tokens) {
      return { capabilities: known, window_is_assumed: isAssumed }
    }
    const max_output_tokens = Math.min(known.max_output_tokens, Math.ceil(window / 2))
    return { capabilities: { ...known, max_context_tokens: window, max_output_tokens }, window_is_assumed: false }
  }

  #available(entry: ModelEntry): AvailableModel {
    const adapter = this.#providers.get(entry.provider)?.adapterOf(entry.id) ?? null
    return {
      id: entry.id,
      label: entry.label,
      ...this.#capabilities(entry, adapter),
      adapter,
      default_reasoning_effort: entry.default_reasoning_effort,
    }
  }
}

function takesAnyName(provider: InstalledProvider | undefined): boolean {
  return provider?.listModels !== undefined || provider?.models !== undefined
}

function problemOf(error: unknown): UnlistedProvider['problem'] {
  if (!(error instanceof AdapterError)) return 'unreachable'
  if (error.error_class === 'auth') return 'key_refused'
  return error.error_class === 'not_found' ? 'no_list' : 'unreachable'
}
