/** A text that takes more rows than this is folded to its first ones. A row is what a usual screen has room for. */
const [MOST_ROWS, SHOWN_ROWS, ROW] = [40, 12, 80]

export interface LongWords {
  first: string
  rest: string
  /** The first part ends within a line. */
  isTorn: boolean
  /** What all of it is counted in: lines, where their number is what makes it long. */
  count: { lines: number } | { characters: number }
}

/** Where a long text is folded: at the end of a line, or behind a word of one that goes on. Null where it is not long. */
export function foldWords(text: string): LongWords | null {
  const lines = text.split('\n')
  if (lines.length <= MOST_ROWS && rowsOf(lines, MOST_ROWS) <= MOST_ROWS) return null
  let [end, left] = [0, SHOWN_ROWS]
  for (const line of lines) {
    const rows = rowsOf([line], left)
    if (rows > left) break
    end += line.length + 1
    left -= rows
  }
  const count = lines.length > MOST_ROWS ? { lines: lines.length } : { characters: charactersIn(text) }
  // What is left of a row or two is not worth tearing a line.
  if (left <= SHOWN_ROWS / 2) return { first: text.slice(0, end - 1), rest: text.slice(end), isTorn: false, count }
  const tear = tearAt(text, end, end + left * ROW)
  return { first: text.slice(0, tear), rest: text.slice(tear), isTorn: true, count }
}

function charactersIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}

/** It need not be exact beyond `most`. */
function rowsOf(lines: readonly string[], most: number): number {
  let rows = 0
  for (const { length } of lines) {
    rows += Math.max(1, Math.ceil(length / ROW))
    if (rows > most) break
  }
  return rows
}

/** Behind the last word that has room; between two letters of one without end, and not between the halves of one. */
function tearAt(text: string, from: number, to: number): number {
  const words = text.slice(from, to)
  const space = words.search(/\s\S*$/) + 1
  if (space > ROW) return from + space
  return /[\uD800-\uDBFF]$/.test(words) ? to - 1 : to
}
