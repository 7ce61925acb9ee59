import type { Condition, PricedModels, Source } from '#lib/pricing/price.ts'
import type { RateName } from '#lib/pricing/price-form.ts'
import type { FeeChanges } from './draft-fees.ts'

export type DraftRates = Readonly<Partial<Record<RateName, string | undefined>>>

export interface DraftCondition extends DraftRates {
  readonly when: Condition
  readonly source?: Source | undefined
}

export interface DraftRated extends DraftRates {
  readonly conditional?: readonly DraftCondition[] | undefined
  readonly per_request_usd?: string | undefined
  readonly source?: Source | undefined
  readonly sources?: Readonly<Partial<Record<RateName, Source | undefined>>> | undefined
  readonly sample?: true | undefined
}

/** A price as it stands in the grid: its rates are what was typed, right or wrong. */
export type DraftPrice = DraftRated | DraftFree

interface DraftFree {
  readonly free: true
}

/** What differs from a version; `null`: the row is taken out. */
export type DraftChanges = Readonly<Record<string, DraftPrice | null>>

/** A version that is being written: a copy of another one, kept as what was changed in it. */
export interface PriceDraft {
  /** Of which version; when that was stored tells it from one of the same name elsewhere. */
  readonly from: { readonly pricing_version: string; readonly created_at: string }
  /** The version that was published last when it was begun. */
  readonly based_on: string | null
  readonly changes: DraftChanges
  /** Of what providers ask for their own tools; left out, nothing. */
  readonly fees?: FeeChanges | undefined
}

export const isFree = (price: DraftPrice | undefined | null): price is DraftFree => !!price && 'free' in price

/** `undefined` where there is none. */
export function priceIn(changes: DraftChanges, base: PricedModels, id: string): DraftPrice | undefined {
  const changed = Object.hasOwn(changes, id) ? changes[id] : undefined
  return changed === null ? undefined : (changed ?? (Object.hasOwn(base, id) ? base[id] : undefined))
}

/** With another price of a model; `null`: with none. What is as in the version is no change. */
export function withPrice(
  changes: DraftChanges,
  base: PricedModels,
  id: string,
  price: DraftPrice | null,
): DraftChanges {
  const before = Object.hasOwn(base, id) ? base[id] : undefined
  const { [id]: _before, ...others } = changes
  const said = price && isNothing(price) && !before ? null : price
  return isSame(said, before ?? null) ? others : { ...others, [id]: said }
}

/** With the rows of a file in place of those of the same models, and how many of them say something else or something new. */
export function mergeOf(
  changes: DraftChanges,
  base: PricedModels,
  rows: PricedModels,
): { changes: DraftChanges; changed: number; added: number } {
  const before = (id: string) => priceIn(changes, base, id)
  const others = Object.entries(rows).filter(([id, price]) => !isSame(price, before(id) ?? null))
  const added = others.filter(([id]) => before(id) === undefined).length
  const isAsPublished = ([id, price]: (typeof others)[number]) =>
    Object.hasOwn(base, id) && isSame(price, base[id] ?? null)
  const replaced = new Set(others.map(([id]) => id))
  const kept = Object.entries(changes).filter(([id]) => !replaced.has(id))
  const merged = Object.fromEntries([...kept, ...others.filter((each) => !isAsPublished(each))])
  return { changes: merged, changed: others.length - added, added }
}

/** Of a price or of one of its conditions, by its place. An empty text takes the rate away. */
export function withRate(
  price: DraftPrice | undefined,
  condition: number | null,
  rate: RateName,
  text: string,
): DraftPrice {
  const rated: DraftRated = !price || isFree(price) ? {} : price
  const set = <R extends DraftRates>({ [rate]: _before, ...others }: R) =>
    text === '' ? others : { ...others, [rate]: text }
  if (condition === null) {
    // Where the rate before was read says nothing of this one.
    const { [rate]: _read, ...sources } = rated.sources ?? {}
    const { sources: _sources, ...rest } = rated
    return { ...set(rest), ...(Object.keys(sources).length > 0 && { sources }) }
  }
  const conditional = (rated.conditional ?? []).map((each, place) =>
    place === condition ? (set(each) as DraftCondition) : each,
  )
  return { ...rated, conditional }
}

function isNothing(price: DraftPrice): boolean {
  return Object.keys(price).length === 0
}

function isSame(one: DraftPrice | null, other: DraftPrice | null): boolean {
  return one === other || inOrder(one) === inOrder(other)
}

/** The same text for what says the same, whichever part was said first. */
function inOrder(price: DraftPrice | null): string {
  return JSON.stringify(price, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** All rows, as they are published. */
export function modelsOf(changes: DraftChanges, base: PricedModels): Record<string, unknown> {
  return Object.fromEntries(Object.entries<unknown>({ ...base, ...changes }).filter(([, price]) => price !== null))
}

export interface Difference {
  changed: string[]
  added: string[]
  removed: string[]
}

/** How many rows and fees it changes. */
export function countChanges({ changes, fees = {} }: Pick<PriceDraft, 'changes' | 'fees'>): number {
  return Object.keys(changes).length + Object.keys(fees).length
}

export function differenceOf(changes: DraftChanges, base: PricedModels): Difference {
  const difference: Difference = { changed: [], added: [], removed: [] }
  for (const [id, price] of Object.entries(changes)) {
    const kind = price === null ? 'removed' : Object.hasOwn(base, id) ? 'changed' : 'added'
    difference[kind].push(id)
  }
  return difference
}
