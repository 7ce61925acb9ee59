import { fromPicoDollars } from '../canonical/pico-dollars.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { BilledCall } from '../store/reprice-store.ts'
import { type ComputedFrom, computedFrom, costBy, isOther, isUnpriced } from './repriced-call.ts'

/** How many sessions and calls are named: those with the largest difference. */
const MOST = 200

/** Amounts are decimal strings in US dollars, exact; `null` where none of the calls has a price, though tokens were counted. */
export interface DifferenceSum {
  calls: number
  /** As they were billed. */
  before_usd: string | null
  /** By the version; what it has no price for stays as it was billed. */
  after_usd: string | null
  /** `null` where neither has a price. */
  difference_usd: string | null
  /** Calls without a price, and those of which a part has none. */
  unpriced_before: number
  unpriced_after: number
  /** Those of the latter that keep a whole cost, by which they were billed. */
  kept_calls: number
}

export interface DifferenceRow extends DifferenceSum {
  /** `null` for calls that belong to no chat. */
  key: string | null
}

export interface CallDifference {
  id: string
  session_id: string | null
  model: string
  started_at: string
  before_usd: string | null
  after_usd: string | null
  difference_usd: string | null
  computed_from: ComputedFrom
}

/** What a reprice would change. */
export interface Difference extends DifferenceSum {
  /** Those that would have another cost, or one at all. */
  changed_calls: number
  by_day: DifferenceRow[]
  by_model: DifferenceRow[]
  by_person: DifferenceRow[]
  by_session: DifferenceRow[]
  computed_from: Record<ComputedFrom, number>
  items: CallDifference[]
}

/** Adds up, call by call, what calls cost as they were billed and by another version. */
export class DifferenceSums {
  readonly #table: PriceTable
  readonly #dayOf: (startedAt: string) => string
  readonly #all = new Sum()
  readonly #days = new Groups<string>()
  readonly #models = new Groups<string>()
  readonly #people = new Groups<string>()
  readonly #sessions = new Groups<string | null>()
  readonly #from: Record<ComputedFrom, number> = { reported: 0, estimated: 0, incomplete: 0 }
  #changed = 0
  #items: { call: BilledCall; change: Change }[] = []
  /** What a call must be above to be named. */
  #floor = -1n

  /** `dayOf`: the day on which a call was made, as `2026-11-23`. */
  constructor(table: PriceTable, dayOf: (startedAt: string) => string) {
    this.#table = table
    this.#dayOf = dayOf
  }

  add(call: BilledCall): void {
    const change = changeOf(call, this.#table)
    const model = call.model_served ?? call.model_asked
    this.#from[change.computed_from] += 1
    if (change.isChanged) this.#changed += 1
    for (const sum of [
      this.#all,
      this.#days.of(this.#dayOf(call.started_at)),
      this.#models.of(model),
      this.#people.of(call.started_by),
      this.#sessions.of(call.session_id),
    ]) {
      sum.add(change)
    }
    this.#name(call, change)
  }

  result(): Difference {
    return {
      ...this.#all.result(),
      changed_calls: this.#changed,
      by_day: this.#days.inOrder(),
      by_model: this.#models.largest(),
      by_person: this.#people.largest(),
      by_session: this.#sessions.largest(MOST),
      computed_from: { ...this.#from },
      items: this.#largest().map(({ call, change }) => itemOf(call, change)),
    }
  }

  #name(call: BilledCall, change: Change): void {
    if (size(change.more) <= this.#floor) return
    this.#items.push({ call, change })
    if (this.#items.length < 2 * MOST) return
    this.#items = this.#largest()
    this.#floor = size(this.#items.at(-1)?.change.more ?? 0n)
  }

  #largest() {
    return this.#items.toSorted((a, b) => descending(size(a.change.more), size(b.change.more))).slice(0, MOST)
  }
}

/** Of one call, in 10^-12 dollars. */
interface Change {
  computed_from: ComputedFrom
  before: bigint | null
  after: bigint | null
  more: bigint
  wasUnpriced: boolean
  isUnpriced: boolean
  isKept: boolean
  isChanged: boolean
}

function changeOf(call: BilledCall, table: PriceTable): Change {
  const computed_from = computedFrom(call)
  const isKnown = computed_from !== 'incomplete'
  const cost = costBy(table, call)
  const before = call.cost_picousd
  const after = cost?.cost_picousd ?? before
  const wasUnpriced = isKnown && isUnpriced(call)
  const isUnpricedBy = isKnown && isUnpriced(cost)
  const isChanged = cost !== null && isOther(call, cost)
  const isKept = isKnown && cost === null && !wasUnpriced
  const more = (after ?? 0n) - (before ?? 0n)
  return { computed_from, before, after, more, wasUnpriced, isUnpriced: isUnpricedBy, isKept, isChanged }
}

function itemOf({ id, session_id, model_served, model_asked, started_at }: BilledCall, change: Change): CallDifference {
  const { before, after, more, computed_from } = change
  return {
    id,
    session_id,
    model: model_served ?? model_asked,
    started_at,
    before_usd: dollars(before),
    after_usd: dollars(after),
    difference_usd: after === null ? null : dollars(more),
    computed_from,
  }
}

class Sum {
  calls = 0
  #before = 0n
  #after = 0n
  #pricedBefore = 0
  #pricedAfter = 0
  #unpricedBefore = 0
  #unpricedAfter = 0
  #kept = 0

  get more(): bigint {
    return this.#after - this.#before
  }

  add({ before, after, wasUnpriced, isUnpriced, isKept }: Change): void {
    this.calls += 1
    this.#before += before ?? 0n
    this.#after += after ?? 0n
    if (before !== null) this.#pricedBefore += 1
    if (after !== null) this.#pricedAfter += 1
    if (wasUnpriced) this.#unpricedBefore += 1
    if (isUnpriced) this.#unpricedAfter += 1
    if (isKept) this.#kept += 1
  }

  result(): DifferenceSum {
    const hasNone = (priced: number, unpriced: number) => priced === 0 && unpriced > 0
    const [noneBefore, noneAfter] = [
      hasNone(this.#pricedBefore, this.#unpricedBefore),
      hasNone(this.#pricedAfter, this.#unpricedAfter),
    ]
    return {
      calls: this.calls,
      before_usd: noneBefore ? null : dollars(this.#before),
      after_usd: noneAfter ? null : dollars(this.#after),
      difference_usd: noneBefore && noneAfter ? null : dollars(this.more),
      unpriced_before: this.#unpricedBefore,
      unpriced_after: this.#unpricedAfter,
      kept_calls: this.#kept,
    }
  }
}

class Groups<K extends string | null> {
  readonly #sums = new Map<K, Sum>()

  of(key: K): Sum {
    let sum = this.#sums.get(key)
    if (!sum) {
      sum = new Sum()
      this.#sums.set(key, sum)
    }
    return sum
  }

  inOrder(): DifferenceRow[] {
    return rowsOf([...this.#sums].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)))
  }

  /** By their difference, whichever way it goes. */
  largest(most?: number): DifferenceRow[] {
    const sums = [...this.#sums].toSorted(([, a], [, b]) => descending(size(a.more), size(b.more)) || b.calls - a.calls)
    return rowsOf(sums.slice(0, most))
  }
}

function rowsOf(sums: readonly (readonly [string | null, Sum])[]): DifferenceRow[] {
  return sums.map(([key, sum]) => ({ key, ...sum.result() }))
}

function dollars(amount: bigint): string
function dollars(amount: bigint | null): string | null
function dollars(amount: bigint | null): string | null {
  return amount === null ? null : fromPicoDollars(0n, amount)
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function descending(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a > b ? -1 : 1
}
