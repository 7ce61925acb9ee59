import type { ModelPrice, PriceTable } from './price.ts'
import { rowOf } from './price-table.ts'

/** Who was asked and who answered, as canonical ids: the same one where the host named nobody. */
export interface Answered {
  served: string
  asked: string
  /** The host is a server of the user's own that goes by the name of a vendor. */
  by_own_server: boolean
}

/**
 * The row that an answer is billed by (design §3.22), or `null`: unpriced. It is the served model's own; that of the one asked for only
 * where the host says the same model in other words. What a server of the user's own calls its models is its own affair:
 * a vendor's name brings no vendor's bill, and only a row that says `free` holds there. 2026-11-22: so it is for a proxy
 * that passes everything on to the vendor as well, for the two cannot be told apart, and "unpriced" is true of both. Where
 * nobody sells under the provider's name, its rows are of this very server, and hold.
 */
export function priceFor(
  { served, asked, by_own_server }: Answered,
  table: PriceTable,
): { id: string; price: ModelPrice } | null {
  const row = rowOf(served, table) ?? (isSameModel(served, asked) ? rowOf(asked, table) : null)
  return row !== null && by_own_server && !('free' in row.price) ? null : row
}

/** A name with the date of its release, as vendors write it, or with the word for the newest one. */
const RELEASE = /[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$/

/**
 * Whether a host speaks of the model that it was asked for: in letters of another case, or with the release that stands
 * behind the name. Two releases are two models, and so is a name that merely begins alike (`gpt-4o-mini`).
 */
export function isSameModel(served: string, asked: string): boolean {
  const [a, b] = [releaseOf(served), releaseOf(asked)]
  return a.name === b.name && (a.date === b.date || a.date === null || b.date === null)
}

function releaseOf(id: string): { name: string; date: string | null } {
  const lower = id.toLowerCase()
  const [suffix = '', release] = RELEASE.exec(lower) ?? []
  const date = release === undefined || release === 'latest' ? null : release.replaceAll('-', '')
  return { name: lower.slice(0, lower.length - suffix.length), date }
}
