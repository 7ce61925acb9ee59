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
  return deepestMarks(source) > 40
}

/** How many list and quotation marks stand behind one another at the beginning of a line. */
function deepestMarks(source: string): number {
  let deepest = 0
  for (const [marks] of source.matchAll(/^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/gm)) {
    deepest = Math.max(deepest, marks.split(/>|[-+*][ \t]|[.)][ \t]/).length - 1)
  }
  return deepest
}
