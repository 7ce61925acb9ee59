/** Sizes a model's deltas come in, in pieces of text; fixed, so that the same answer has the same deltas. */
const SIZES = [1, 3, 2, 4, 1, 2, 3]

/** Cuts text into the deltas a model would send; joined, they are the text. */
export function fragmentsOf(text: string): string[] {
  const pieces = text.match(/\s+|\S{1,12}\s*/gu) ?? []
  const fragments: string[] = []
  for (let at = 0, turn = 0; at < pieces.length; turn++) {
    const size = SIZES[turn % SIZES.length] ?? 1
    fragments.push(pieces.slice(at, at + size).join(''))
    at += size
  }
  return fragments
}

/** Cuts a tool call's arguments into small pieces that end anywhere, inside an escape as well. */
export function argumentFragmentsOf(json: string): string[] {
  return json.match(/[\s\S]{1,5}/gu) ?? []
}

export function wordsIn(text: string): number {
  return Math.max(1, text.match(/\S+/gu)?.length ?? 0)
}

/** How much of a text fits into so many code units without a cut between the two halves of an astral character. */
export function wholeLength(text: string, most: number): number {
  if (most >= text.length) return text.length
  const last = text.charCodeAt(most - 1)
  return last >= 0xd800 && last <= 0xdbff ? most - 1 : most
}
