/** Larger ones would keep others waiting while they are made; smaller ones cost more to send than to make. */
const PIECE = 64 * 1024

/** Texts as bytes, gathered into pieces. */
export async function* inPieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  let gathered = ''
  for await (const text of texts) {
    gathered += text
    if (gathered.length < PIECE) continue
    yield Buffer.from(gathered)
    gathered = ''
  }
  if (gathered !== '') yield Buffer.from(gathered)
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += PIECE) yield bytes.subarray(start, start + PIECE)
}
