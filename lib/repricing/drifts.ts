import { setTimeout as sleep } from 'node:timers/promises'
import { Decimal } from 'decimal.js'
import { fromPicoDollars } from '../canonical/pico-dollars.ts'
import { billOfCall } from '../pricing/bill-of-call.ts'
import { type BilledTwice, type Drift, driftsOf } from '../pricing/drift.ts'
import type { ConditionalRates, PriceTable } from '../pricing/price.ts'
import { RATE_NAMES } from '../pricing/price-form.ts'
import type { CallPlace, ProviderBilledCall, ProviderBilledReader } from '../store/reprice-store.ts'
import type { UsageRange } from '../usage/usage.ts'
import { type NamedRange, usageRange } from '../usage/usage-range.ts'

/** So many are priced before anything else has its turn: a few milliseconds. */
const PAGE = 500
/** Enough to tell rates apart; more would only take longer. */
const MOST_CALLS = 5_000

export interface DriftReport extends UsageRange {
  /** How many calls of the range have a figure of their provider, and how many of these, the newest, were looked at. */
  calls: number
  looked_at: number
  /** Whether the row that they were billed by has the same rates in the version in force. */
  drifts: (Drift & { still_holds: boolean })[]
}

/** What providers say that they billed, against our own bills. */
export class Drifts {
  readonly #reader: ProviderBilledReader
  readonly #tableOf: (pricingVersion: string) => Promise<PriceTable | null>
  readonly #current: () => PriceTable
  readonly #clock: () => number

  constructor(deps: {
    reader: ProviderBilledReader
    tableOf: (pricingVersion: string) => Promise<PriceTable | null>
    /** The version in force. */
    current: () => PriceTable
    clock: () => number
  }) {
    this.#reader = deps.reader
    this.#tableOf = deps.tableOf
    this.#current = deps.current
    this.#clock = deps.clock
  }

  /** Throws a `UsageRangeError` for a range that cannot be. */
  async read(named: NamedRange): Promise<DriftReport> {
    const range = usageRange(named, this.#clock())
    const counted = this.#reader.countProviderBilled(range)
    const tables = new Map<string, Promise<PriceTable | null>>()
    const tableOf = (version: string) => {
      const table = tables.get(version) ?? this.#tableOf(version)
      tables.set(version, table)
      return table
    }
    const compared: BilledTwice[] = []
    let before: CallPlace | null = { at: range.to, id: '' }
    while (before && compared.length < MOST_CALLS) {
      const { calls, next } = await this.#reader.providerBilled(range.from, before, PAGE)
      for (const call of calls) {
        compared.push(billedTwice(call, call.pricing_version === null ? null : await tableOf(call.pricing_version)))
      }
      before = next
      // Streams of this process go on in between.
      await sleep(0)
    }
    const drifts = driftsOf(compared).map(async (drift) => {
      const { pricing_version } = drift
      const rates = ratesOf(pricing_version === null ? null : await tableOf(pricing_version), drift)
      return { ...drift, still_holds: rates !== undefined && rates === ratesOf(this.#current(), drift) }
    })
    return { ...range, calls: await counted, looked_at: compared.length, drifts: await Promise.all(drifts) }
  }
}

/** What a row asks for on a condition, as a text that can be compared. */
function ratesOf(table: PriceTable | null, { price_of, condition }: Drift): string | undefined {
  const row = price_of === null ? undefined : table?.models[price_of]
  if (!row || 'free' in row) return undefined
  const isThis = ({ when }: ConditionalRates) => JSON.stringify(when) === JSON.stringify(condition)
  const rates = condition === null ? row : row.conditional?.find(isThis)
  const said = rates && [...RATE_NAMES.map((name) => rates[name]), row.per_request_usd]
  return said && JSON.stringify(said.map((rate) => (rate === undefined ? null : new Decimal(rate).toFixed())))
}

/** Where the lines do not come to what was stamped there are none: they explain nothing. */
function billedTwice(call: ProviderBilledCall, table: PriceTable | null): BilledTwice {
  const { model_served, model_asked, pricing_version, cost_picousd, provider_usd } = call
  const cost_usd = cost_picousd === null ? null : fromPicoDollars(0n, cost_picousd)
  const bill = table && billOfCall(call, table)
  const isSame = bill?.cost_usd === cost_usd
  return {
    model: model_served ?? model_asked,
    pricing_version,
    price_of: bill?.price_of ?? null,
    condition: bill?.condition ?? null,
    lines: isSame && bill ? bill.lines : [],
    cost_usd,
    provider_usd,
  }
}
