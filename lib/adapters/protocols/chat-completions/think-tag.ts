const OPEN = '<think>'
const CLOSE = '</think>'

export interface Piece {
  kind: 'text' | 'thinking'
  text: string
}

/**
 * Reasoning that a host leaves in the content, between `<think>` and `</think>` at its very beginning: servers without a
 * parser for their model, Perplexity, MiniMax unless it is asked otherwise (wire-rules 185 and 187). Anywhere else the
 * words are text, and so they are behind reasoning that came in a field of its own.
 */
export class ThinkTag {
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start'
  /** What may be the beginning of a tag, or the blanks before one. */
  #held = ''

  /** All that comes is text. */
  get isOver(): boolean {
    return this.#state === 'text'
  }

  /** No tag is to come any more. */
  rule(): Piece[] {
    return this.#state === 'start' ? this.#toText() : []
  }

  read(text: string): Piece[] {
    const all = this.#held + text
    this.#held = ''
    switch (this.#state) {
      case 'start':
        return this.#begin(all)
      case 'thinking':
        return this.#think(all)
      case 'after':
        return this.#goOn(all)
      case 'text':
        return [{ kind: 'text', text: all }]
    }
  }

  /** What was held back when the answer ends. */
  end(): Piece[] {
    if (this.#state === 'start') return this.#toText()
    const text = this.#held
    this.#held = ''
    return this.#state === 'thinking' && text !== '' ? [{ kind: 'thinking', text }] : []
  }

  #toText(): Piece[] {
    const text = this.#held
    this.#held = ''
    this.#state = 'text'
    return text === '' ? [] : [{ kind: 'text', text }]
  }

  #begin(all: string): Piece[] {
    const words = all.trimStart()
    if (words.startsWith(OPEN)) {
      this.#state = 'thinking'
      return this.#think(words.slice(OPEN.length))
    }
    this.#held = all
    return OPEN.startsWith(words) ? [] : this.#toText()
  }

  #think(all: string): Piece[] {
    const end = all.indexOf(CLOSE)
    if (end !== -1) {
      this.#state = 'after'
      const thought: Piece[] = end > 0 ? [{ kind: 'thinking', text: all.slice(0, end) }] : []
      return [...thought, ...this.#goOn(all.slice(end + CLOSE.length))]
    }
    const kept = beginningOf(CLOSE, all)
    this.#held = all.slice(all.length - kept)
    return all.length > kept ? [{ kind: 'thinking', text: all.slice(0, all.length - kept) }] : []
  }

  /** The blank lines between thoughts and answer are part of neither. */
  #goOn(all: string): Piece[] {
    const text = all.trimStart()
    if (text === '') return []
    this.#state = 'text'
    return [{ kind: 'text', text }]
  }
}

/** How many characters at the end of the text may be the beginning of the tag. */
function beginningOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length
  }
  return 0
}
