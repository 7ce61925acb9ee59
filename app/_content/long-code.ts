/** So many lines of long code stand there while it is folded, and what is not much longer is not folded. */
const [FOLDED_LINES, SHORT_LINES] = [30, 45]

export function lineCount(code: string): number {
  let lines = 1
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) lines += 1
  return lines
}

export const isLong = (lines: number) => lines > SHORT_LINES

/** Its end is cut off by the style sheet alone: the browser finds words in it, and paper has all of it. */
export const FOLDED = { '--folded-lines': FOLDED_LINES } as Record<string, number>

/** Marks that change the order in which a line is shown: what it says could be another thing than what it does. */
export function hidesOrder(code: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(code)
}
