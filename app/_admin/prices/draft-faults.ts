import { RATE_NAMES, type RateName } from '#lib/pricing/price-form.ts'
import { problemOfRate, type RateProblem } from '#lib/pricing/rate-fault.ts'
import { providerOf } from '../../_chat/models/model.ts'
import { type DraftChanges, type DraftPrice, type DraftRates, isFree } from './draft.ts'

/** What is wrong with a cell, or that the row is of nobody. The rest is right by how it is written, and the server looks again. */
export type DraftFault =
  | { kind: 'cell'; condition: number | null; rate: RateName | 'per_request_usd'; problem: RateProblem; text: string }
  | { kind: 'provider'; provider: string }

/** Rows are never changed but replaced: each is looked at once, however many there are. */
const looked = new WeakMap<DraftPrice, DraftFault[]>()

/** What is wrong with the rows that were changed, by model; those of a version are right. */
export function faultsOfDraft(
  changes: DraftChanges,
  isProvider: (name: string) => boolean,
): ReadonlyMap<string, readonly DraftFault[]> {
  const faults = new Map<string, readonly DraftFault[]>()
  for (const [id, price] of Object.entries(changes)) {
    if (price === null) continue
    const ofCells = looked.get(price) ?? faultsOfCells(price)
    looked.set(price, ofCells)
    const provider = providerOf(id)
    const found = isProvider(provider) ? ofCells : [...ofCells, { kind: 'provider', provider } as const]
    if (found.length > 0) faults.set(id, found)
  }
  return faults
}

const REQUIRED: ReadonlySet<RateName> = new Set(['input_per_mtok_usd', 'output_per_mtok_usd'])

function faultsOfCells(price: DraftPrice): DraftFault[] {
  if (isFree(price)) return []
  const { conditional = [], per_request_usd } = price
  const ofRates = [price, ...conditional].flatMap((rates, place) =>
    faultsOfRates(rates, place === 0 ? null : place - 1),
  )
  const ofFee = per_request_usd === undefined ? null : problemOfRate(per_request_usd)
  return ofFee ? [...ofRates, { kind: 'cell', condition: null, rate: 'per_request_usd', ...ofFee }] : ofRates
}

function faultsOfRates(rates: DraftRates, condition: number | null): DraftFault[] {
  return RATE_NAMES.flatMap((rate) => {
    if (rates[rate] === undefined && !REQUIRED.has(rate)) return []
    const found = problemOfRate(rates[rate])
    return found ? [{ kind: 'cell', condition, rate, ...found }] : []
  })
}
