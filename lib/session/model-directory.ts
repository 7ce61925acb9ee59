import type { ProviderAdapter, ServedModel } from '../adapters/adapter.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { parseModelId } from '../canonical/id.ts'
import type { TokenUsage, Usage } from '../canonical/usage.ts'
import { CATALOG, entryOf, findModel } from '../models/catalog.ts'
import { costOf } from '../models/cost.ts'
import type { ModelEntry } from '../models/model-entry.ts'
import { nearMatches } from '../models/near-match.ts'
import { type ModelPrice, type PriceTable, priceOf } from '../models/price-table.ts'

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
  /** `null` without a key. */
  adapterOf: (modelId: string) => ProviderAdapter | null
  /** What a server of the user's own lists; absent for the provider's public service. Rejects when it cannot be asked. */
  listModels?: () => Promise<readonly ServedModel[]>
}

const FRESH_MS = 10_000

/** The models of this installation: what the catalog knows, and what servers of the user's own list. */
export class ModelDirectory {
  readonly #providers: ReadonlyMap<string, InstalledProvider>
  readonly #prices: PriceTable
  readonly #preferred: string | null
  /** What servers of the user's own said last: by provider, then by id. */
  readonly #served = new Map<string, ReadonlyMap<string, ServedModel>>()
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
   * seconds however many ask. A server that does not answer keeps its last list, or the catalog's.
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
        const models = await provider.listModels?.().catch(() => undefined)
        if (!models) return
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
    return provider?.listModels === undefined || this.list().some((model) => model.id === id)
  }

  /** All ids and aliases. */
  get names(): string[] {
    return this.list().flatMap((model) => [model.id, ...model.aliases])
  }

  /** For an error message: what may have been meant. */
  nearMatches(id: string): string[] {
    return nearMatches(id, this.names)
  }

  /** The user's choice, else the first configured model that we know, else one that a server lists, else a demo that needs no key. */
  get defaultModel(): string {
    if (this.#preferred) return this.#preferred
    const listed = this.list()
    const real = listed.filter((model) => model.configured && !model.scripted)
    const first = real.find((model) => !model.capabilities.assumed) ?? real[0] ?? listed.find((model) => model.scripted)
    return first?.id ?? ''
  }

  list(): readonly ListedModel[] {
    this.#listed ??= this.#entries().map((entry) => this.#row(entry))
    return this.#listed
  }

  /** From our own price table: by the served model when it has a price, else by the one asked for. */
  cost(usage: TokenUsage, served: string, asked: string): Pick<Usage, 'cost_usd' | 'pricing_version'> {
    return costOf(usage, [served, asked], this.#prices)
  }

  /** The catalog, but for providers with a server of the user's own: what that server lists. */
  #entries(): ModelEntry[] {
    const entries = CATALOG.filter((entry) => !this.#served.has(entry.provider))
    const served = [...this.#served.values()].flatMap((models) => [...models.keys()].map(entryOf))
    return [...served, ...entries]
  }

  #row(entry: ModelEntry): ListedModel {
    const price = priceOf(entry.id, this.#prices)
    const { capabilities, adapter } = this.#available(entry)
    return {
      id: entry.id,
      label: entry.label,
      provider: entry.provider,
      configured: adapter !== null,
      scripted: entry.scripted === true,
      aliases: entry.aliases,
      capabilities: { ...capabilities, assumed: entry.assumed === true },
      price: price && { ...price, pricing_version: this.#prices.pricing_version },
    }
  }

  #assumed(id: string): ModelEntry | undefined {
    const model = parseModelId(id)
    return model && this.#providers.get(model.provider)?.listModels ? entryOf(id) : undefined
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
