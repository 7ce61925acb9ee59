import remend from 'remend'
import { isOpenFormula } from './formula-block.ts'
import { withoutHalfFormula } from './half-formula.ts'

/** Marks at the beginning of a last line, which say nothing yet: what they begin is another thing with the next letter. */
const MARK_ALONE = /(?:^|\n)[ \t]*(?:[-=*_+#>`~|$\\]+|\d{1,9}[.)]?)[ \t]*$/

/** A text that is being written, as if what it has opened were closed. */
export function readable(source: string): string {
  const shown = withoutHalfFormula(source)
  if (isOpenFormula(shown)) return shown
  const mark = MARK_ALONE.exec(shown.slice(-40))
  const whole = mark ? shown.slice(0, shown.length - mark[0].length) : shown
  // Half a formula is none yet.
  return remend(whole, { katex: false })
}
