/** As much of a text without end as one element holds: the browser lays an element out as a whole. */
export const SLICE = 8_000
/** Of letters without a place to break a line at: there the browser tries each of them. */
const UNBROKEN = 1_000

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
  const longest = start + SLICE
  const newline = text.lastIndexOf('\n', longest - 1) + 1
  if (newline > start + SLICE / 2) return newline
  const end = /\s/.test(text.slice(start + UNBROKEN, longest)) ? longest : start + UNBROKEN
  // Not between the two halves of a character.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}
