import { formatTimestamp, parseTimestamp } from '../canonical/timestamp.ts'
import type { Logger } from '../log.ts'
import type { Principal } from '../principal.ts'
import type { PriceStore, StoredPriceVersion } from '../store/price-store.ts'
import type { RequestKey } from '../store/store.ts'
import { importPrices, type PriceFile } from './import/import-prices.ts'
import type { ImportedPrices } from './import/imported-prices.ts'
import { PriceTable } from './price.ts'
import { PriceBook, type PricedVersion } from './price-book.ts'
import { faultsOf, type PriceFault } from './price-fault.ts'
import { SHIPPED_PRICES } from './shipped.ts'

/** Another process may have published something. */
const LOOK_AGAIN_MS = 30_000

/** What is to be published; the rows are looked at one by one. */
export interface SaidPrices {
  /** From now on where nothing is said. */
  effective_from?: string | null | undefined
  note: string
  models: Readonly<Record<string, unknown>>
  tool_fees_per_1000_usd?: PriceTable['tool_fees_per_1000_usd']
  tool_fee_sources?: PriceTable['tool_fee_sources']
  /** The version that was published last when the draft was begun; not said: whatever was. */
  based_on?: string | null | undefined
}

/** Rows that cannot be published; nothing was stored. */
export class InvalidPricesError extends Error {
  override readonly name = 'InvalidPricesError'
  readonly faults: readonly PriceFault[]
  constructor(faults: readonly PriceFault[]) {
    const [first] = faults
    super(`${first?.row}: ${first?.reason}${faults.length > 1 ? `, and ${faults.length - 1} more` : ''}`)
    this.faults = faults
  }
}

/** Another version begins at the same moment, or was published since the draft was begun; nothing was stored. */
export class PriceConflictError extends Error {
  override readonly name = 'PriceConflictError'
}

/** The versions of the price table, and which of them holds: kept for the moment at which a call is made. */
export class Prices {
  readonly book: PriceBook
  readonly #store: PriceStore
  readonly #clock: () => number
  readonly #isProvider: (name: string) => boolean
  #loaded: readonly PricedVersion[]
  readonly #looking: ReturnType<typeof setInterval>

  private constructor({ store, clock, log, isProvider }: PricesOptions) {
    this.#store = store
    this.#clock = clock
    this.#isProvider = isProvider
    this.#loaded = SHIPPED_PRICES
    this.book = new PriceBook(SHIPPED_PRICES)
    const look = () => this.#load().catch((cause: unknown) => log.warn('the prices could not be read', { cause }))
    this.#looking = setInterval(look, LOOK_AGAIN_MS).unref()
  }

  static async open(options: PricesOptions): Promise<Prices> {
    const prices = new Prices(options)
    await options.store.addShipped(SHIPPED_PRICES, formatTimestamp(options.clock()))
    await prices.#load()
    return prices
  }

  list(): Promise<StoredPriceVersion[]> {
    return this.#store.list()
  }

  /** The name of the version that holds now. */
  get inForce(): string {
    return this.book.versionAt(formatTimestamp(this.#clock())).pricing_version
  }

  /** Null where there is no such version. */
  async find(pricingVersion: string): Promise<(Omit<StoredPriceVersion, 'models'> & PriceTable) | null> {
    const [listed, table] = await Promise.all([this.list(), this.#store.table(pricingVersion)])
    const version = listed.find((each) => each.pricing_version === pricingVersion)
    return version && table ? { ...version, ...table } : null
  }

  /** Throws `InvalidPricesError`, `PriceConflictError`. */
  async publish(principal: Principal, said: SaidPrices, key?: RequestKey): Promise<StoredPriceVersion> {
    const { note, models, tool_fees_per_1000_usd, tool_fee_sources, based_on } = said
    const faults = faultsOf(models, this.#isProvider)
    if (faults.length > 0) throw new InvalidPricesError(faults)
    const created_at = formatTimestamp(this.#clock())
    const effective_from = said.effective_from ? formatTimestamp(parseTimestamp(said.effective_from)) : created_at
    const pricing_version = nameOf(effective_from, await this.list())
    const fees = {
      ...(tool_fees_per_1000_usd && { tool_fees_per_1000_usd }),
      ...(tool_fee_sources && { tool_fee_sources }),
    }
    const table = PriceTable.parse({ pricing_version, models, ...fees })
    const version = { pricing_version, effective_from, origin: 'published', author: principal.id, note } as const
    const answer = { ...version, created_at, models: Object.keys(table.models).length }
    const kept = key && { ...key, answer }
    const outcome = await this.#store.publish({ ...version, table, created_at }, { basedOn: based_on, kept })
    if (outcome === 'instant_taken') {
      throw new PriceConflictError(`another version begins at ${effective_from}; let this one begin at another moment`)
    }
    if (outcome === 'superseded') {
      throw new PriceConflictError(
        'another version was published in the meantime; look at what it changed and publish again',
      )
    }
    await this.#load()
    return answer
  }

  /** A draft of what a file says. Throws an `UnreadablePricesError` where no row can be read. */
  draft(text: string, kind: PriceFile, readOn?: string): ImportedPrices {
    const today = formatTimestamp(this.#clock()).slice(0, 10)
    return importPrices(text, { kind, readOn: readOn ?? today, isProvider: this.#isProvider })
  }

  close(): void {
    clearInterval(this.#looking)
  }

  /** What holds now and what will; what held before stays, for calls that began under it. */
  async #load(): Promise<void> {
    const known = new Set(this.#loaded.map(({ pricing_version }) => pricing_version))
    const listed = await this.list()
    const now = formatTimestamp(this.#clock())
    const published = listed.filter(({ origin }) => origin === 'published')
    const holds = published.findLast(({ effective_from }) => effective_from <= now)
    const needed = published.filter(
      ({ effective_from }) => holds === undefined || effective_from >= holds.effective_from,
    )
    const missing = needed.filter(({ pricing_version }) => !known.has(pricing_version))
    const added = await Promise.all(
      missing.map(async ({ models: _count, created_at: _when, ...version }) => {
        const table = await this.#store.table(version.pricing_version)
        return table ? [{ ...version, table }] : []
      }),
    )
    if (added.length === 0) return
    this.#loaded = [...this.#loaded, ...added.flat()]
    this.book.replace(this.#loaded)
  }
}

export interface PricesOptions {
  store: PriceStore
  /** Microseconds. */
  clock: () => number
  log: Logger
  /** Whether it is one that Metis knows, or that this installation has. */
  isProvider: (name: string) => boolean
}

/** By its day, and never the name of one that comes with the product. */
function nameOf(effectiveFrom: string, others: readonly StoredPriceVersion[]): string {
  const taken = new Set(others.map(({ pricing_version }) => pricing_version))
  const name = `own-${effectiveFrom.slice(0, 10)}`
  let nth = 1
  const nthName = () => (nth === 1 ? name : `${name}-${nth}`)
  while (taken.has(nthName())) nth += 1
  return nthName()
}
