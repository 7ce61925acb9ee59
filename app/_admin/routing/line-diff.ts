export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** In the text that it is in; of what is the same, in the later one. */
  line: number
}

/** More are told as removed and added as a whole: to compare them takes as long as one by the other. */
const MOST_COMPARED = 4_000_000

/** What became of a text, line by line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [one, other] = [linesOf(before), linesOf(after)]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const gone = one.slice(start, one.length - end)
  const come = other.slice(start, other.length - end)
  const same = (lines: readonly string[], from: number) =>
    lines.map((text, n): DiffLine => ({ kind: 'same', text, line: from + n + 1 }))
  return [
    ...same(other.slice(0, start), 0),
    ...between(gone, come, start),
    ...same(other.slice(other.length - end), other.length - end),
  ]
}

/** Only what changed, with so many lines around it; null stands where others were left out. */
export function shownLines(lines: readonly DiffLine[], around = 2): (DiffLine | null)[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same')
  return lines.flatMap((line, at) => {
    if (isNear(at)) return [line]
    return at === 0 || isNear(at - 1) ? [null] : []
  })
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** By the longest common run of lines. */
function between(gone: readonly string[], come: readonly string[], from: number): DiffLine[] {
  const common = gone.length * come.length > MOST_COMPARED ? null : commonLengths(gone, come)
  const length = (i: number, j: number) => common?.[i]?.[j] ?? 0
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < gone.length || j < come.length) {
    const [left, right] = [gone[i], come[j]]
    if (common && left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left, line: from + j + 1 })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || length(i + 1, j) >= length(i, j + 1))) {
      lines.push({ kind: 'removed', text: left, line: from + i + 1 })
      i += 1
    } else {
      lines.push({ kind: 'added', text: right ?? '', line: from + j + 1 })
      j += 1
    }
  }
  return lines
}

/** How many lines two texts have in common from each pair of lines on. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0))
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const [here, below] = [lengths[i] as number[], lengths[i + 1] as number[]]
      here[j] = one[i] === other[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, here[j + 1] ?? 0)
    }
  }
  return lengths
}
