import { setTimeout as sleep } from 'node:timers/promises'
import { fromPicoDollars } from '../canonical/pico-dollars.ts'
import { billOfCall } from '../pricing/bill-of-call.ts'
import { type BilledTwice, type Drift, driftsOf } from '../pricing/drift.ts'
import type { PriceTable } from '../pricing/price.ts'
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
  drifts: Drift[]
}

/** What providers say that they billed, against our own bills. */
export class Drifts {
  readonly #reader: ProviderBilledReader
  readonly #tableOf: (pricingVersion: string) => Promise<PriceTable | null>
  readonly #clock: () => number

  constructor(deps: {
    reader: ProviderBilledReader
    tableOf: (pricingVersion: string) => Promise<PriceTable | null>
    clock: () => number
  }) {
    this.#reader = deps.reader
    this.#tableOf = deps.tableOf
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
    return { ...range, calls: await counted, looked_at: compared.length, drifts: driftsOf(compared) }
  }
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
