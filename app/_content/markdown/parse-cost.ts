import { LONGEST_BLOCK } from './split.ts'

/**
 * What one character of a kind costs a parser beside one letter. Measured with micromark 4: each of these marks may have to
 * be looked at again for each that follows it.
 */
const DEAR: readonly (readonly [RegExp, number])[] = [
  [/[*_~]+/g, 30],
  [/[[(]/g, 20],
  [/[\n<$]/g, 12],
  [/[`|\\\]]/g, 8],
]

/** Whether a piece is parsed at all, told from one look at its characters and never by a clock. */
export function isTooDear(source: string): boolean {
  if (source.length > LONGEST_BLOCK) return true
  let cost = source.length
  for (const [mark, price] of DEAR) {
    for (const _ of source.matchAll(mark)) cost += price
    if (cost > LONGEST_BLOCK + 4_000) return true
  }
  return deepestNesting(source) > DEEPEST_NESTING
}

/** What is nested deeper is no tree that anybody reads; to find that out by parsing it took a tenth of a second a piece. */
const DEEPEST_NESTING = 40

/** How many lists and quotations are open at once: marks behind one another on a line, and lists that are indented more and more. */
function deepestNesting(source: string): number {
  const indents: number[] = []
  let deepest = 0
  for (const [line] of source.matchAll(/^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/gm)) {
    const indent = line.search(/\S/)
    while ((indents.at(-1) ?? -1) >= indent) indents.pop()
    indents.push(indent)
    const marks = line.split(/>|[-+*][ \t]|[.)][ \t]/).length - 1
    deepest = Math.max(deepest, indents.length - 1 + marks)
  }
  return deepest
}
