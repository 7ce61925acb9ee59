/**
 * Bytes of a stream of lines (NDJSON) to the lines, wherever the bytes are cut. Empty lines are left out. Bytes that are
 * not UTF-8 become U+FFFD.
 */
export class LineDecoder {
  readonly #text = new TextDecoder()
  /** Of the line that is not over yet; joined once, so that a long line in many pieces stays cheap. */
  #pieces: string[] = []

  push(bytes: Uint8Array): { data: string }[] {
    return this.#feed(this.#text.decode(bytes, { stream: true }))
  }

  /** The last line, where no line break ends it. */
  end(): { data: string }[] {
    return this.#feed(`${this.#text.decode()}\n`)
  }

  #feed(text: string): { data: string }[] {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    if (lines.length > 0) {
      lines[0] = this.#pieces.join('') + (lines[0] ?? '')
      this.#pieces = []
    }
    if (rest !== '') this.#pieces.push(rest)
    const values: { data: string }[] = []
    for (const data of lines) if (data !== '' && data !== '\r') values.push({ data })
    return values
  }
}
