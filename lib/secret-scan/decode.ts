/** A piece of a text in another writing. */
interface Decoded {
  text: string
  /** Which piece of the original a piece of `text` is of. */
  place: (start: number, end: number) => { start: number; end: number }
}

/** Shorter ones hold nothing that would be found. */
const BASE64 = /(?<![\w+/=-])(?:[\w+/-]{20,1000}\r?\n)*[\w+/-]{16,}={0,2}(?![\w+/-])/g
const PERCENT = /[^\s"'<>`]+/g
const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g

/**
 * All that a text holds in other writings, as one: they may be many, and short. A piece that begins in one of them is taken to
 * end in it.
 */
export function decodedText(text: string): Decoded {
  const pieces = [...decodedPieces(text)]
  const offsets: number[] = []
  let joined = ''
  for (const piece of pieces) {
    offsets.push(joined.length)
    joined += `${piece.text}\n\n`
  }
  return {
    text: joined,
    place(start, end) {
      const index = lastUpTo(offsets, start)
      const [piece, offset] = [pieces[index], offsets[index] ?? 0]
      if (!piece) throw new RangeError('a finding in a text that is not there')
      const within = (position: number) => Math.min(position - offset, piece.text.length)
      return piece.place(within(start), within(end))
    },
  }
}

/** The index of the last of ascending numbers that is not above `value`. */
function lastUpTo(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Of base64 it is all or nothing: what is masked in its middle leaves the rest to be read. */
function* decodedPieces(text: string): Generator<Decoded> {
  for (const match of text.matchAll(BASE64)) {
    const decoded = fromBase64(match[0])
    const [start, end] = [match.index, match.index + match[0].length]
    if (decoded !== null) yield { text: decoded, place: () => ({ start, end }) }
  }
  for (const match of text.matchAll(PERCENT)) {
    if (match[0].includes('%')) yield fromPercent(match[0], match.index)
  }
}

function fromBase64(text: string): string | null {
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
    // Names and paths are base64 by chance, and become controls.
    return /[^\P{Cc}\t\r\n]/u.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

const bytes = new TextDecoder()

function fromPercent(token: string, offset: number): Decoded {
  let text = ''
  /** Of each unit of `text` where it begins in the token, and at last where the token ends. */
  const starts: number[] = []
  const ends: number[] = []
  const add = (piece: string, at: (index: number) => [start: number, end: number]) => {
    for (let index = 0; index < piece.length; index++) {
      const [start, end] = at(index)
      starts.push(start)
      ends.push(end)
    }
    text += piece
  }
  const plain = (from: number, to: number) => add(token.slice(from, to), (index) => [from + index, from + index + 1])
  let read = 0
  for (const { 0: escapes, index } of token.matchAll(ESCAPES)) {
    plain(read, index)
    read = index + escapes.length
    const piece = bytes.decode(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
    const isAscii = piece.length * 3 === escapes.length
    add(piece, (at) => (isAscii ? [index + at * 3, index + at * 3 + 3] : [index, index + escapes.length]))
  }
  plain(read, token.length)
  return {
    text,
    place: (start, end) => ({ start: offset + (starts[start] ?? 0), end: offset + (ends[end - 1] ?? token.length) }),
  }
}
