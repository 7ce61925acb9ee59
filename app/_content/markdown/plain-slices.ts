/** As much of a text without end as one element holds: the browser lays an element out as a whole. */
export const SLICE = 8_000
const UNBROKEN = 1_000
const UNBROKEN_RUN = new RegExp(`(?<!\\S)\\S{${UNBROKEN}}`)

/**
 * Whether it holds so many letters without a place to break a line at. Between any two of them that the font has a distance
 * for, the browser shapes all that follow once more for each line: 15,000 times `x` took a second, and 4 ms without.
 */
export function isUnbroken(text: string): boolean {
  return text.length >= UNBROKEN && UNBROKEN_RUN.test(text)
}

export function plainSlices(text: string): string[] {
  const slices: string[] = []
  let start = 0
  while (text.length - start > SLICE) {
    const end = sliceEnd(text, start)
    slices.push(text.slice(start, end))
    start = end
  }
  return [...slices, text.slice(start)]
}

/** At the end of a line where there is one. */
export function sliceEnd(text: string, start: number): number {
  // Nothing before is looked at again: that took 8 s of a line of 5 MB.
  const next = text.slice(start, start + SLICE)
  const newline = next.lastIndexOf('\n') + 1
  if (newline > SLICE / 2) return start + newline
  // Not between the two halves of a character.
  return start + SLICE - (/[\uD800-\uDBFF]$/.test(next) ? 1 : 0)
}
