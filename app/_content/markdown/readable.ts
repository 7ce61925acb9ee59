import remend from 'remend'
import { isOpenFormula } from './formula-block.ts'

/** Marks at the beginning of a last line, which say nothing yet: what they begin is another thing with the next letter. */
const MARK_ALONE = /(?:^|\n)[ \t]*(?:[-=*_+#>`~|$\\]+|\d{1,9}[.)]?)[ \t]*$/

/** A text that is being written, as if what it has opened were closed. */
export function readable(source: string): string {
  if (isOpenFormula(source)) return source
  const mark = MARK_ALONE.exec(source.slice(-40))
  const whole = mark ? source.slice(0, source.length - mark[0].length) : source
  // Half a formula is none yet.
  return remend(whole, { katex: false })
}
