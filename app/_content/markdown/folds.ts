import type { DetailsStart, RootContent } from 'mdast'
import type { Part } from './answer-text.ts'

/** What stands in a stretch: parts that are shown as one, and what is folded over several of them. */
export type Shown = { parts: Part[] } | { key: string; node: RootContent } | Fold

interface Fold {
  key: string
  start: DetailsStart
  inside: Shown[]
}

const DEEPEST = 8

export function foldsOf(groups: readonly Part[][]): Shown[] {
  const shown: Shown[] = []
  const open: Fold[] = []
  const add = (one: Shown) => void (open.at(-1)?.inside ?? shown).push(one)
  for (const parts of groups) {
    const [part] = parts
    if (!part?.nodes?.some(isMark)) {
      add({ parts })
      continue
    }
    for (const [at, node] of part.nodes.entries()) {
      const key = `${part.start}.${at}`
      if (node.type === 'detailsEnd' && open.pop()) continue
      if (node.type === 'detailsStart' && open.length < DEEPEST) {
        const fold: Fold = { key, start: node, inside: [] }
        add(fold)
        open.push(fold)
      } else {
        add({ key, node })
      }
    }
  }
  return shown
}

const isMark = ({ type }: RootContent) => type === 'detailsStart' || type === 'detailsEnd'
