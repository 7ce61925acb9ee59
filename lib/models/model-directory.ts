import type { ProviderAdapter } from '../adapters/adapter.ts'
import type { AdapterCapabilities } from '../canonical/capabilities.ts'
import { parseModelId } from '../canonical/id.ts'
import { type ModelRefusal, refusalsOf } from '../canonical/model-refusal.ts'
import { effortsOf, type ReasoningEffort } from '../canonical/reasoning-effort.ts'
import { formatTimestamp } from '../canonical/timestamp.ts'
import type { TokenUsage } from '../canonical/usage.ts'
import { type Bill, billOf } from '../pricing/bill.ts'
import { withOwnPrices } from '../pricing/own-prices.ts'
import type { ModelPrice, PriceTable } from '../pricing/price.ts'
import type { PriceBook } from '../pricing/price-book.ts'
import { type Answered, priceFor } from '../pricing/whose-price.ts'
import { Availability } from './availability.ts'
import { CATALOG, entryOf, findModel } from './catalog.ts'
import type { ConfigProblem, InstalledProvider, UnlistedProvider } from './installed-provider.ts'
import { claimsOf, type ModelClaim, saidInList } from './model-claim.ts'
import type { ModelEnd, ModelEntry } from './model-entry.ts'
import { type ModelOverride, overridden } from './model-override.ts'
import { nearMatches } from './near-match.ts'
import { ProviderLeases } from './provider-leases.ts'
import { ServedModels } from './served-models.ts'
import { UnknownModelError } from './unknown-model.ts'

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
  default_reasoning_effort?: ReasoningEffort | undefined
  /** What a turn may ask for, least first; empty where nothing may be. */
  efforts: readonly ReasoningEffort[]
  takes_temperature: boolean
}

/** A row of `GET /api/models`. */
export interface ListedModel {
  id: string
  label: string
  provider: string
  /** As people read it. */
  provider_label: string
  configured: boolean
  /** It runs on the machine that Metis runs on. */
  local: boolean
  scripted: boolean
  aliases: readonly string[]
  capabilities: AdapterCapabilities & { assumed: boolean }
  efforts: readonly ReasoningEffort[]
  takes_temperature: boolean
  /** When it is switched off; `null` where no end is known. */
  ends: ModelEnd | null
  price: (ModelPrice & { pricing_version: string }) | null
}

/** The models of this installation: what the catalog knows, and what servers of the user's own list. */
export class ModelDirectory {
  /** Which of them can be counted on, by how their calls end. */
  readonly availability: Availability
  #providers: ReadonlyMap<string, InstalledProvider>
  /** What the installation says of models, by id. */
  #overrides: ReadonlyMap<string, ModelOverride> = new Map()
  readonly #leases = new ProviderLeases()
  readonly #prices: PriceBook
  /** Tables with the prices that the installation names, made once for each. */
  #ownPrices = new WeakMap<PriceTable, PriceTable>()
  readonly #now: () => number
  readonly #preferred: string | null
  readonly #served: ServedModels
  /** Every turn looks into it: made once for each answer of a server, which may name hundreds of models. */
  #listed: { models: readonly ListedModel[]; prices: PriceTable } | null = null
  /** What is wrong with the settings that it was to have, while it has those before. */
  configProblem: ConfigProblem | null = null

  constructor(options: {
    providers: readonly InstalledProvider[]
    prices: PriceBook
    preferred: string | null
    /** Milliseconds. */
    now?: () => number
  }) {
    this.#served = new ServedModels({
      providers: () => this.#providers.values(),
      now: options.now ?? Date.now,
      onChange: () => {
        this.#listed = null
      },
    })
    this.#providers = new Map(options.providers.map((provider) => [provider.name, provider]))
    this.#prices = options.prices
    this.#now = options.now ?? Date.now
    this.availability = new Availability(this.#now)
    this.#preferred = options.preferred
  }

  /**
   * Puts other providers in the place of those that it has. One that is among them still goes on as it is; a turn that runs
   * keeps those that it began with, which are closed when the last such turn ends.
   */
  replace(providers: readonly InstalledProvider[], overrides: ReadonlyMap<string, ModelOverride> = new Map()): void {
    const before = [...this.#providers.values()]
    this.#providers = new Map(providers.map((provider) => [provider.name, provider]))
    this.#overrides = overrides
    this.#ownPrices = new WeakMap()
    const gone = before.filter((provider) => !providers.includes(provider))
    for (const provider of gone) {
      this.#leases.retire(provider)
      this.availability.forget(provider.name)
    }
    this.#served.forget(gone.map(({ name }) => name))
    this.#listed = null
  }

  /** Keeps the providers of now open until the function that it returns is called: for as long as a turn runs. */
  hold(): () => void {
    return this.#leases.hold(this.#providers.values())
  }

  /** Closes all adapters; nothing may be asked of it afterwards. */
  async close(): Promise<void> {
    for (const provider of this.#providers.values()) this.#leases.retire(provider)
    await this.#leases.close()
  }

  /** Asks the user's own servers what they serve, at most once in ten seconds however many ask. */
  refresh(): Promise<void> {
    return this.#served.refresh()
  }

  /** Whether this provider is set up: one that is not has no model that can be asked. */
  hasProvider(name: string): boolean {
    return this.#providers.get(name)?.isSetUp === true
  }

  /** The names of all, set up or not. */
  get providers(): string[] {
    return [...this.#providers.keys()]
  }

  /** By id or alias; a server of the user's own may know any name of its provider. */
  find(idOrAlias: string): AvailableModel | undefined {
    const named = this.#named(idOrAlias)
    const entry = named === undefined ? (findModel(idOrAlias) ?? this.#assumed(idOrAlias)) : entryOf(named)
    return entry && this.#available(this.#overridden(entry))
  }

  /** The same. Throws an `UnknownModelError` with what may have been meant. */
  named(idOrAlias: string): AvailableModel {
    const model = this.find(idOrAlias)
    if (!model) throw new UnknownModelError(idOrAlias, this.nearMatches(idOrAlias))
    return model
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
    return [...this.#served.problems].map(([provider, problem]) => ({
      provider,
      label: this.#labelOf(provider),
      problem,
    }))
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
    return (this.#served.problems.size === 0 && listed.find((model) => model.scripted)?.id) || ''
  }

  list(): readonly ListedModel[] {
    const prices = this.pricesAt(formatTimestamp(this.#now() * 1_000))
    if (this.#listed?.prices !== prices) {
      this.#listed = { models: this.#entries().map((entry) => this.#row(entry, prices)), prices }
    }
    return this.#listed.models
  }

  /** How large it is among its kind. */
  tier(id: string): ModelEntry['tier'] {
    return this.#overridden(entryOf(id)).tier
  }

  /** Where each claim comes from that holds of a model. */
  claims(id: string): ModelClaim[] {
    const entry = entryOf(id)
    const { capabilities, takes_temperature, adapter } = this.#available(this.#overridden(entry))
    const served = this.#served.of(entry.provider)?.get(id)
    const inspected = adapter?.inspected?.(id) ?? null
    const at = inspected?.at ?? this.#served.listedAt(entry.provider)
    const host = at !== undefined && (served || inspected) && { ...saidInList(served), ...inspected?.capabilities }
    return claimsOf({
      entry,
      own: this.#overrides.get(id)?.capabilities,
      host: host ? { capabilities: host, on: new Date(at).toISOString().slice(0, 10) } : null,
      capabilities,
      takes_temperature,
    })
  }

  /** What it refuses beside what it lacks. */
  refusals(id: string): readonly ModelRefusal[] {
    const { provider, options } = entryOf(id)
    const adapter = this.#providers.get(provider)?.adapterOf(id)
    return adapter?.refuses?.(id) ?? refusalsOf({ ...options }, options.reasoning_efforts ?? [])
  }

  /** What holds at a moment, ISO 8601, with what the installation says of prices. */
  pricesAt(instant: string): PriceTable {
    return this.withOwnPrices(this.#prices.at(instant))
  }

  /** Any table, as if it held here. */
  withOwnPrices(table: PriceTable): PriceTable {
    let own = this.#ownPrices.get(table)
    if (!own) {
      const said = [...this.#overrides].flatMap(([id, { price }]) =>
        price === undefined ? [] : [[id, price] as const],
      )
      own = withOwnPrices(table, new Map(said))
      this.#ownPrices.set(table, own)
    }
    return own
  }

  /** By the version that held when the call was made, by the model that answered and the server that it answered from. */
  bill(usage: TokenUsage, answered: Answered, at: string): Bill {
    return billOf(usage, answered, this.pricesAt(at), at)
  }

  answered(served: string, asked: string): Answered {
    const provider = this.#providers.get(parseModelId(asked)?.provider ?? '')
    // A price that the installation names is one for this very server.
    const isPriced = this.#overrides.get(asked)?.price !== undefined
    return { served, asked, by_own_server: provider?.standsInForVendor === true && !isPriced }
  }

  /** The catalog, but for providers that list their own: what they list. A server of the user's own has nothing else. */
  #entries(): ModelEntry[] {
    const isCatalogs = ({ provider }: ModelEntry) =>
      !this.#served.of(provider) && this.#providers.get(provider)?.isOwnServer !== true
    const entries = CATALOG.filter(isCatalogs)
    const named = [...this.#providers.values()].flatMap((provider) => this.#namesOf(provider))
    const known = new Set([...named, ...entries.map(({ id }) => id)])
    const further = [...this.#overrides.keys()].filter((id) => !known.has(id))
    return [...new Set([...named, ...further])]
      .map(entryOf)
      .concat(entries)
      .map((entry) => this.#overridden(entry))
  }

  /** What a provider offers beside the catalog, as ids: what its server lists, and what the installation says. */
  #namesOf({ name, models = [], expected = [] }: InstalledProvider): string[] {
    const idOf = (model: string) => `${name}:${model}`
    return [...(this.#served.of(name)?.keys() ?? expected.map(idOf)), ...models.map(idOf)]
  }

  #labelOf(provider: string): string {
    return this.#providers.get(provider)?.label ?? provider
  }

  #row(entry: ModelEntry, prices: PriceTable): ListedModel {
    const price = priceFor(this.answered(entry.id, entry.id), prices)?.price ?? null
    const { capabilities, adapter, efforts, takes_temperature } = this.#available(entry)
    return {
      id: entry.id,
      label: entry.label,
      provider: entry.provider,
      provider_label: this.#labelOf(entry.provider),
      configured: adapter !== null,
      local: this.#providers.get(entry.provider)?.isLocal?.(entry.id) ?? false,
      scripted: entry.scripted === true,
      aliases: entry.aliases,
      capabilities: { ...capabilities, assumed: entry.assumed === true },
      efforts,
      takes_temperature,
      ends: entry.ends ?? null,
      price: price && { ...price, pricing_version: prices.pricing_version },
    }
  }

  /** The id of the model that the installation calls so, by its id or by an alias of its own. */
  #named(idOrAlias: string): string | undefined {
    if (this.#overrides.has(idOrAlias)) return idOrAlias
    const alias = idOrAlias.toLowerCase()
    return [...this.#overrides].find(([, { aliases }]) => aliases?.includes(alias))?.[0]
  }

  /** With what the installation says of it, without the names that it gives to another. */
  #overridden(entry: ModelEntry): ModelEntry {
    const own = overridden(entry, this.#overrides.get(entry.id))
    const isTaken = (alias: string) => (this.#named(alias) ?? entry.id) !== entry.id
    return own.aliases.some(isTaken) ? { ...own, aliases: own.aliases.filter((alias) => !isTaken(alias)) } : own
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
    const said = this.#overrides.get(entry.id)?.capabilities?.max_context_tokens
    const listed = said ?? this.#served.of(entry.provider)?.get(entry.id)?.max_context_tokens
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
      efforts: adapter?.efforts?.(entry.id) ?? effortsOf(entry.options.reasoning_efforts ?? []),
      takes_temperature: adapter?.takesTemperature?.(entry.id) ?? entry.options.sampling !== false,
    }
  }
}

function takesAnyName(provider: InstalledProvider | undefined): boolean {
  return provider?.listModels !== undefined || provider?.models !== undefined
}
