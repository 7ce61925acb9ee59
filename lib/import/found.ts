import { z } from 'zod'
import { LossKind as ForeignLossKind, ImportSource } from './imported-chat.ts'

/** Our own exports are read as well. */
export const OWN_SOURCE = 'metis'
export const Source = z.enum([OWN_SOURCE, ...ImportSource.options])
export type Source = z.infer<typeof Source>

/**
 * What does not come along, or comes in another form. Beside those of other products:
 *
 * - `interrupted`: an answer that was being written when it was exported; it ends there
 * - `repriced`: amounts by other prices than a call was billed by; what it was billed stays
 * - `refused_file`: a file that is none of those that can be uploaded here
 */
export const LossKind = z.enum([...ForeignLossKind.options, 'interrupted', 'repriced', 'refused_file'])
export type LossKind = z.infer<typeof LossKind>

export const Loss = z.object({ kind: LossKind, count: z.number().int().positive(), detail: z.string().optional() })
export type Loss = z.infer<typeof Loss>

const Count = z.number().int().nonnegative()

/** What is in a chat. */
export const ItemCounts = z.object({
  messages: Count,
  /** Ways on beside the first one. */
  branches: Count,
  tool_calls: Count,
  /** Pictures and documents. */
  files: Count,
  /** Of models, with what they cost. */
  calls: Count,
})
export type ItemCounts = z.infer<typeof ItemCounts>

export const NO_COUNTS: ItemCounts = { messages: 0, branches: 0, tool_calls: 0, files: 0, calls: 0 }

/** What is in a file, beside the list of its items. */
export interface Found {
  /** Of all that would be created. */
  counts: ItemCounts
  losses: Loss[]
}

/** Added up by kind; of details the first few. */
export function addLosses(all: readonly Loss[], more: readonly Loss[]): Loss[] {
  const sums = new Map(all.map((loss) => [loss.kind, { ...loss }]))
  for (const { kind, count, detail } of more) {
    const known = sums.get(kind)
    if (!known) sums.set(kind, { kind, count, ...(detail !== undefined && { detail: detail.slice(0, MOST_DETAIL) }) })
    else Object.assign(known, { count: known.count + count, ...(detail !== undefined && joined(known.detail, detail)) })
  }
  return [...sums.values()]
}

/** Characters: enough to know what is meant. */
const MOST_DETAIL = 200

function joined(known: string | undefined, detail: string) {
  if (known === undefined) return { detail: detail.slice(0, MOST_DETAIL) }
  const isKnown = known.split(', ').includes(detail)
  return isKnown || known.length + detail.length > MOST_DETAIL ? {} : { detail: `${known}, ${detail}` }
}

export function addCounts(one: ItemCounts, other: Readonly<Record<string, number>>): ItemCounts {
  return Object.fromEntries(
    Object.entries(one).map(([kind, count]) => [kind, count + (other[kind] ?? 0)]),
  ) as unknown as ItemCounts
}
