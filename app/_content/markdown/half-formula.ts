import { isOpenFormula } from './formula-block.ts'

/**
 * So many characters of a formula that is not closed yet are held back: what is written takes more room than what is drawn in
 * its place, and all that stands there would move. A longer one is shown as it comes, so that nobody waits for it.
 */
const HELD_BACK = { inLine: 100, display: 150 }
/** What is looked at, so that a look costs the same however long a paragraph is. */
const TAIL = 1_000

/** What is no half formula, whatever follows: code, and formulas that are closed. */
const WHOLE = new RegExp(
  [
    String.raw`(\`+)[\s\S]*?\1`,
    String.raw`\$\$[^$]+\$\$`,
    String.raw`\$(?!\s)(?:\\.|[^$\\])+(?<!\s)\$(?!\d)`,
    String.raw`\\\((?:[^\\]|\\[^()])*\\\)`,
    String.raw`\\\[(?:[^\\]|\\[^[\]])*\\\]`,
  ].join('|'),
  'g',
)

/** As `formulaSyntax` reads what begins one. A dollar may begin a price: it takes what only TeX has to tell. */
const HALF = /(?:\$\$|\\[([])[\s\S]*$|(?<![\p{L}\p{N}$\\])\$(?![\s$])(?=(?!\d)[\s\S]*[\\^_{}=]|\d[\s\S]*[\\^])[\s\S]*$/u

/** A text that is being written, up to where a formula begins that has no end yet. */
export function withoutHalfFormula(source: string): string {
  if (isOpenFormula(source)) return source.length > HELD_BACK.display ? source : ''
  const tail = source.slice(-TAIL)
  if (!/[$\\]/.test(tail)) return source
  let start = 0
  for (const { index, 0: whole } of tail.matchAll(WHOLE)) start = index + whole.length
  const rest = tail.slice(start)
  // Whatever stands in open code is code.
  const half = rest.includes('`') ? null : HALF.exec(rest)?.[0]
  if (!half) return source
  const longest = /^(?:\$\$|\\\[)/.test(half) ? HELD_BACK.display : HELD_BACK.inLine
  return half.length > longest ? source : source.slice(0, source.length - half.length)
}
