import type { PricedModels } from '#lib/pricing/price.ts'
import type { DraftChanges } from './draft.ts'

interface Shown {
  base: PricedModels
  changes: DraftChanges
  /** Called without a price, the most called first. */
  unpriced: readonly { id: string }[]
  /** What had been changed when the rows were put into this order: no row moves while somebody types in it. */
  listed: ReadonlySet<string>
  /** Rows that somebody wants to write, with nothing in them yet. */
  asked: readonly string[]
  isFound: (id: string) => boolean
}

export interface DraftSections {
  unpriced: string[]
  changed: string[]
  same: string[]
}

/** Models without a price first, then what is changed, then all others. */
export function sectionsOf({ base, changes, unpriced, listed, asked, isFound }: Shown): DraftSections {
  const isThere = (id: string) => Object.hasOwn(base, id)
  const waiting = unpriced.map(({ id }) => id).filter((id) => !isThere(id))
  const isWaiting = new Set(waiting)
  const isNew = (id: string) => !isThere(id) && !isWaiting.has(id)
  const wanted = asked.filter(isNew)
  const added = Object.keys(changes).filter((id) => isNew(id) && !asked.includes(id))
  const rows = Object.keys(base)
  const isChanged = (id: string) => listed.has(id)
  return {
    unpriced: waiting.filter(isFound),
    changed: [...new Set(wanted), ...rows.filter(isChanged), ...added].filter(isFound),
    same: rows.filter((id) => !isChanged(id)).filter(isFound),
  }
}
