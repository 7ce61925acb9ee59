/**
 * The text of a file whose encoding nobody says: by its byte order mark, else UTF-8 where it is that, else UTF-16 where
 * every second byte is empty, else Windows-1252, which is Latin-1 with more in it. Null for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
  if (text === null || isBinary(text)) return null
  // JavaScript's own kinds of a line's end, so that the same text gives the same bytes.
  return text.replace(/\r\n?/g, '\n')
}

function decoded(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode(bytes, 'utf-8')
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  const wide = wideEncoding(bytes)
  if (wide !== null) return decode(bytes, wide)
  return decode(bytes, 'utf-8', true) ?? decode(bytes, 'windows-1252')
}

function decode(bytes: Uint8Array, encoding: string, fatal = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    // Not of this encoding.
    return null
  }
}

const SAMPLE = 4_000

/** UTF-16 without a mark: of mostly Latin text every second byte is empty, and of no other text is any. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length & ~1, SAMPLE)
  const empty = [0, 0]
  for (let index = 0; index < length; index += 1) if (bytes[index] === 0) empty[index & 1] = (empty[index & 1] ?? 0) + 1
  const [even = 0, odd = 0] = empty
  const most = (length / 2) * 0.6
  if (length < 4) return null
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : null
}

/** Control characters that no text has; a terminal's escape and a form feed it may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const CONTROL = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/g

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const sample = text.slice(0, SAMPLE)
  return (sample.match(CONTROL)?.length ?? 0) > sample.length / 50
}
