/** Lines without what is blank at their ends, no more than two breaks in a row, and no more than so many characters. */
export class LineWriter {
  readonly #most: number
  #lines: string[] = []
  #line = ''
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#length > this.#most
  }

  write(piece: string): void {
    if (this.isFull) return
    this.#line += piece
    this.#length += piece.length
  }

  breakLine(): void {
    const line = this.#line
      .replace(/ {2,}/g, ' ')
      .replace(/^ | +$/g, '')
      .trimEnd()
    this.#line = ''
    if (line === '' && (this.#lines.length === 0 || this.#lines.at(-1) === '')) return
    this.#lines.push(line)
    this.#length += 1
  }

  toString(): string {
    this.breakLine()
    return this.#lines.join('\n').trimEnd()
  }
}
