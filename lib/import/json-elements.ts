import { JSONParser } from '@streamparser/json'
import { BadArchiveError } from '../export/bad-archive.ts'

/** Bytes of one element: a chat is held in memory, once. */
const LARGEST_ELEMENT = 256 * 1024 * 1024
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * The elements of the array that these keys lead to, one at a time, however long the document is. Ends at once where something
 * else is there than an array. Throws a `BadArchiveError` where the document breaks off or is no JSON: what came before has been
 * given then.
 */
export async function* elementsOf(pieces: AsyncIterable<Uint8Array>, at: readonly string[]): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: [['$', ...at, '*'].join('.')], keepStack: false })
  let ready: unknown[] = []
  let isElsewhere = false
  let fault: Error | null = null
  let sinceLast = 0
  let count = 0
  parser.onValue = ({ value, key }) => {
    if (typeof key !== 'number') isElsewhere = true
    else ready.push(value)
    sinceLast = 0
  }
  parser.onError = (error) => {
    fault = error
  }
  const broken = () =>
    new BadArchiveError(
      `the JSON breaks off or is damaged after ${count} chats: ${fault?.message ?? 'its end is missing'}`,
    )
  let isFirst = true
  for await (const piece of pieces) {
    sinceLast += piece.byteLength
    if (sinceLast > LARGEST_ELEMENT)
      throw new BadArchiveError(`after ${count} chats comes one that is larger than any that can be read`)
    if (!parser.isEnded) parser.write(isFirst ? withoutMark(piece) : piece)
    isFirst = false
    for (const value of ready) {
      if (isElsewhere) return
      count += 1
      yield value
    }
    ready = []
    if (isElsewhere) return
    if (fault) throw broken()
  }
  if (!parser.isEnded) throw broken()
}

function withoutMark(piece: Uint8Array): Uint8Array {
  return BYTE_ORDER_MARK.every((byte, n) => piece[n] === byte) ? piece.subarray(BYTE_ORDER_MARK.length) : piece
}
