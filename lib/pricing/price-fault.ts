import type { z } from 'zod'
import { parseModelId } from '../canonical/id.ts'
import { FreePrice, PricedModels, RatedPrice } from './price.ts'
import { rateFault } from './rate-fault.ts'

/** What is wrong with a row of a price table, in words for whoever wrote it. */
export interface PriceFault {
  row: string
  /** The cell; `null` where it is the row itself. */
  field: string | null
  reason: string
}

/** One for each faulty row, in their order. */
export function faultsOf(
  models: Readonly<Record<string, unknown>>,
  isProvider: (name: string) => boolean,
): PriceFault[] {
  return Object.entries(models).flatMap(([row, price]) => {
    const fault = faultOfName(row, isProvider) ?? faultOfPrice(price)
    return fault === null ? [] : [{ row, ...fault }]
  })
}

type Fault = Omit<PriceFault, 'row'>

function faultOfName(row: string, isProvider: (name: string) => boolean): Fault | null {
  const name = PricedModels.keyType.safeParse(row)
  if (!name.success) return { field: null, reason: name.error.issues[0]?.message ?? 'no model id' }
  const provider = parseModelId(row)?.provider ?? ''
  return isProvider(provider) ? null : { field: null, reason: `there is no provider ${provider}` }
}

function faultOfPrice(price: unknown): Fault | null {
  const isFree = typeof price === 'object' && price !== null && 'free' in price
  const parsed = (isFree ? FreePrice : RatedPrice).safeParse(price)
  if (parsed.success) return null
  const [issue] = parsed.error.issues
  if (!issue) return { field: null, reason: 'no price' }
  const field = fieldOf(issue)
  const value = valueAt(price, issue.path)
  const reason = field?.endsWith('_usd') ? (rateFault(value) ?? issue.message) : issue.message
  return { field, reason }
}

function fieldOf(issue: z.core.$ZodIssue): string | null {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  return path.length === 0 ? null : path.join('.')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)
}
