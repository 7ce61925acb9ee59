/** As much of a code as is coloured and laid out at one time. */
const PIECE = 8_000
/** From here on a piece ends where something new begins: the colours of the next one start anew. */
const EARLIEST = 5_000

/** Code in pieces of whole lines. A piece that is followed by another stays what it is, however the code grows. */
export function codePieces(code: string): string[] {
  const pieces: string[] = []
  let start = 0
  while (code.length - start > PIECE) {
    const end = pieceEnd(code, start)
    pieces.push(code.slice(start, end))
    start = end
  }
  return [...pieces, code.slice(start)]
}

function pieceEnd(code: string, start: number): number {
  const window = code.slice(start + EARLIEST, start + PIECE)
  const beginning = /\n\n(?=[^\s)\]}])/.exec(window)
  if (beginning) return start + EARLIEST + beginning.index + 2
  const newline = code.slice(start, start + PIECE).lastIndexOf('\n') + 1
  return start + (newline || PIECE)
}

/** While code is being written, its colours follow when it has doubled: all of them together cost no more than twice the last. */
export function colouredWhileGrowing(length: number): number {
  let coloured = 0
  for (let step = 256; step <= length; step *= 2) coloured = step
  return coloured
}
