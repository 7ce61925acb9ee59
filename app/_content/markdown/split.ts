import { assertNever } from '#lib/assert-never.ts'
import { formulaEnd } from './formula-block.ts'
import type { LastLine } from './last-line.ts'
import { afterBlank, lastAfter, lineOfItem, lineOfQuote, quoteAfter, STANDS_ALONE } from './last-line.ts'
import type { Fence, ListMark } from './line.ts'
import {
  endsFence,
  fenceOf,
  htmlOf,
  indentOf,
  interruptsParagraph,
  isBlank,
  isFootnote,
  isHeading,
  isIndentedCode,
  isQuote,
  isRule,
  isTableHead,
  isUnderline,
  listMarkOf,
} from './line.ts'
import { SLICE, sliceEnd } from './plain-slices.ts'

/**
 * Cuts Markdown into pieces that nothing which follows can change, as it comes, each in one look at its lines. Where that
 * is not certain, it does not cut: what is cut too late costs time, what is cut too early is another text.
 */
export interface Piece {
  kind: 'block' | 'item' | 'rows' | 'code' | 'plain'
  start: number
  source: string
  /** It goes on with the list, the table or the plain text of the piece before. */
  follows: boolean
  /** Of rows: the first two lines of their table. */
  head: string
  fence: Fence | null
}

type Mode =
  | { name: 'none' }
  /** One line, whatever follows. */
  | { name: 'line' }
  | { name: 'text'; quote: LastLine | null; first: string; last: string; lastAt: number }
  | { name: 'table'; head: string; rows: number; cells: number }
  | { name: 'list'; mark: ListMark; last: LastLine }
  | { name: 'note'; last: LastLine }
  | { name: 'indented' }
  | { name: 'html'; end: RegExp | null }
  /** Up to its end, or to an empty line: then it was none. */
  | { name: 'formula'; end: string }
  | { name: 'code'; fence: Fence }

export interface Split {
  mode: Mode
  /** Where the open block began, and of it what is in no piece yet. */
  block: number
  start: number
  /** What was looked at. */
  at: number
  inLine: boolean
  follows: boolean
  plain: boolean
}

export const NOTHING_SPLIT: Split = {
  mode: { name: 'none' },
  block: 0,
  start: 0,
  at: 0,
  inLine: false,
  follows: false,
  plain: false,
}

/** What a line is, is told by its beginning: of a line without end it would never be known. */
const LOOK = 1_000
/** A paragraph, an item or a quotation that is longer is shown as plain text. */
export const LONGEST_BLOCK = 20_000
const ROWS = 16
const ROWS_LENGTH = 3_000
/** The browser lays a table out as a whole, and what a cell costs it grows with the columns. */
const [MOST_CELLS, MOST_COLUMNS] = [2_000, 60]

/** Looks at what is new in `text`. With `ended`, nothing follows it. */
export function split(before: Split, text: string, ended: boolean): { state: Split; pieces: Piece[] } {
  const splitter = new Splitter(before, text)
  splitter.run(ended)
  return { state: splitter.state, pieces: splitter.pieces }
}

/** What is in no piece yet, as one. */
export function openPiece({ mode, start, follows, plain }: Split, text: string): Piece | null {
  const source = text.slice(start)
  const line = /^.*/.exec(source.slice(0, LOOK))?.[0] ?? ''
  if (source === '' || (mode.name === 'none' && isBlank(line))) return null
  return pieceOf(mode.name === 'none' ? modeOf(line, start) : mode, start, source, follows, plain)
}

function pieceOf(mode: Mode, start: number, source: string, follows: boolean, plain: boolean): Piece {
  const piece: Piece = { kind: 'block', start, source, follows, head: '', fence: null }
  if (plain) return { ...piece, kind: 'plain' }
  switch (mode.name) {
    case 'list':
      return { ...piece, kind: 'item' }
    case 'table':
      return { ...piece, kind: 'rows', head: follows ? mode.head : '' }
    case 'code':
      return { ...piece, kind: 'code', fence: mode.fence }
    default:
      return piece
  }
}

class Splitter {
  readonly state: Split
  readonly pieces: Piece[] = []
  readonly #text: string

  constructor(before: Split, text: string) {
    this.state = { ...before }
    this.#text = text
  }

  run(ended: boolean): void {
    const text = this.#text
    while (this.state.at < text.length) {
      const { at, inLine } = this.state
      const newline = text.indexOf('\n', at)
      const end = newline < 0 ? text.length : newline + 1
      if (!inLine) {
        if (newline < 0 && !ended && text.length - at < LOOK) break
        this.#look(text.slice(at, Math.min(newline < 0 ? end : newline, at + LOOK)).replace(/\r$/, ''), at, end)
      }
      this.state.at = end
      this.state.inLine = newline < 0
      if (newline >= 0 || ended) this.#lineEnds()
      this.#slicePlain()
    }
    if (ended) this.#close(text.length)
  }

  /** What a line does to what is open, told by its beginning. */
  #look(line: string, at: number, end: number): void {
    const { mode } = this.state
    switch (mode.name) {
      case 'none':
        if (!isBlank(line)) this.#begin(line, at)
        break
      case 'text':
      case 'table':
        this.#lookInText(line, at, mode)
        break
      case 'list':
      case 'note':
        this.#lookInContainer(line, at, mode)
        break
      case 'indented':
        if (!isBlank(line) && !isIndentedCode(line)) this.#cut(line, at)
        break
      case 'html':
        if (mode.end === null && isBlank(line)) this.#close(at)
        else if (mode.end?.test(line)) this.state.mode = { name: 'line' }
        break
      case 'formula':
        if (isBlank(line)) this.#close(at)
        else if (line.trimEnd().endsWith(mode.end)) this.state.mode = { name: 'line' }
        else if (line.includes(mode.end)) this.state.mode = textFrom(line, at)
        break
      case 'code':
        if (endsFence(line, mode.fence)) this.#closeFence(at)
        break
      case 'line':
        break
      default:
        assertNever(mode)
    }
    // Also the one that has just ended something: in front of what is being written it would hide that.
    if (this.state.mode.name === 'none' && isBlank(line)) this.#skip(end)
  }

  #lookInText(line: string, at: number, mode: Mode & { name: 'text' | 'table' }): void {
    const list = listMarkOf(line)
    const quote = mode.name === 'text' ? mode.quote : null
    const isQuoted = quote !== null
    if (quote === 'mixed') {
      if (this.#startsBlock(line) && !isUnderline(line)) this.#cut(line, at)
    } else if (isBlank(line)) {
      this.#close(at)
    } else if (isQuoted && list && quote !== 'either') {
      // The paragraph of a quotation is none that a list outside would interrupt.
      this.#cut(line, at)
    } else if (mode.name === 'text' && quote === 'either' && list && !interruptsParagraph(list)) {
      this.state.mode = { ...mode, quote: 'mixed' }
    } else if (mode.name === 'text' && isUnderline(line)) {
      // Of a quotation the line may be a part, and behind a definition there is nothing that it could underline.
      const closes = /-{3,}/.test(line) || !(isQuoted || mode.first.startsWith('['))
      this.state.mode = closes ? { name: 'line' } : { ...mode, quote: isQuoted ? quoteAfter(quote, line) : 'mixed' }
    } else if (quote === 'blank' && !isQuote(line)) {
      this.#cut(line, at)
    } else if (
      this.#startsBlock(line) ||
      (list && (mode.name === 'table' || interruptsParagraph(list))) ||
      (isQuote(line) && !isQuoted)
    ) {
      this.#cut(line, at)
    } else if (isFootnote(line)) {
      this.state.mode = { name: 'note', last: 'other' }
    } else if (mode.name === 'table') {
      this.#addRow(line, at, mode)
    } else if (!isQuoted && !this.state.plain && isTableHead(mode.last, line)) {
      if (mode.lastAt > this.state.start) this.#close(mode.lastAt)
      this.state.plain = columnsOf(line) > MOST_COLUMNS
      this.state.mode = this.state.plain
        ? textFrom(mode.last, mode.lastAt)
        : { name: 'table', head: `${mode.last}\n${line}\n`, rows: 0, cells: 0 }
    } else {
      this.state.mode = { ...mode, quote: quoteAfter(quote, line), last: line, lastAt: at }
    }
  }

  #addRow(line: string, at: number, { head, rows, cells }: Mode & { name: 'table' }): void {
    if (this.state.plain) return
    const isFull = rows > 0 && (rows % ROWS === 0 || at - this.state.start > ROWS_LENGTH)
    if (isFull) this.#emit(at, true)
    this.state.mode = { name: 'table', head, rows: isFull ? 1 : rows + 1, cells: cells + columnsOf(line) }
    if (cells <= MOST_CELLS || !isFull) return
    this.state.plain = true
    this.state.follows = false
  }

  #lookInContainer(line: string, at: number, mode: Mode & { name: 'list' | 'note' }): void {
    const offset = mode.name === 'list' ? mode.mark.offset : 4
    const mark = listMarkOf(line)
    const isUnsure = mode.last === 'either' || mode.last === 'mixed'
    if (isBlank(line)) {
      this.state.mode = { ...mode, last: afterBlank(mode.last) }
    } else if (isUnsure && isUnderline(line)) {
      this.state.mode = { ...mode, last: 'mixed' }
    } else if (mode.last !== 'over' && (indentOf(line) >= offset || isIndentedCode(line))) {
      this.state.mode = { ...mode, last: lastAfter(mode.last, line.trimStart()) }
    } else if (this.#startsBlock(line) || isQuote(line) || isFootnote(line)) {
      this.#cut(line, at)
    } else if (mode.last === 'mixed' || (mode.last === 'either' && mark && !interruptsParagraph(mark))) {
      this.state.mode = { ...mode, last: 'mixed' }
    } else if (mode.name === 'list' && mark?.type === mode.mark.type) {
      this.#emit(at, true)
      this.state.mode = { name: 'list', mark, last: lineOfItem(line, mark) }
      this.state.plain = false
    } else if (mark || STANDS_ALONE.has(mode.last)) {
      this.#cut(line, at)
    } else {
      // It may be the next line of a paragraph in the item.
      this.state.mode = { ...mode, last: mode.last === 'paragraph' ? 'paragraph' : 'either' }
    }
  }

  /** Whether it begins something at the top level, whatever was open before. */
  #startsBlock(line: string): boolean {
    if (fenceOf(line) !== null || isHeading(line) || isRule(line)) return true
    return htmlOf(line)?.interrupts === true || formulaEnd(line) !== null
  }

  #begin(line: string, at: number): void {
    this.state.block = at
    this.state.start = at
    this.state.follows = false
    this.state.plain = false
    this.state.mode = modeOf(line, at)
  }

  #cut(line: string, at: number): void {
    this.#close(at)
    this.#begin(line, at)
  }

  #skip(end: number): void {
    this.state.block = end
    this.state.start = end
  }

  #lineEnds(): void {
    this.state.inLine = false
    if (this.state.mode.name === 'line') this.#close(this.state.at)
  }

  #closeFence(at: number): void {
    this.#emit(at, false)
    this.state.mode = { name: 'line' }
    // Nothing of the closing line is shown.
    this.state.start = this.#text.length
  }

  #close(at: number): void {
    if (this.state.mode.name !== 'none') this.#emit(at, false)
    this.state.mode = { name: 'none' }
    this.state.block = at
    this.state.start = at
    this.state.plain = false
    this.state.follows = false
  }

  #emit(end: number, continues: boolean): void {
    const { mode, start, follows, plain } = this.state
    if (start < end) this.pieces.push(pieceOf(mode, start, this.#text.slice(start, end), follows, plain))
    this.state.start = end
    this.state.follows = continues
    if (continues && mode.name === 'list') this.state.block = end
    if (continues && mode.name === 'table' && !plain) this.state.block = end
  }

  /** What is too long for a parser is given out as it comes. */
  #slicePlain(): void {
    const { mode, block, at } = this.state
    if (mode.name === 'code' || mode.name === 'none') return
    if (at - block > LONGEST_BLOCK && !this.state.plain) {
      this.state.plain = true
      this.state.follows = false
    }
    while (this.state.plain && this.state.at - this.state.start > SLICE) {
      this.#emit(sliceEnd(this.#text, this.state.start), true)
    }
  }
}

/** At most: pipes within cells are counted as well. */
function columnsOf(row: string): number {
  return row.split('|').length
}

function modeOf(line: string, at = 0): Mode {
  const fence = fenceOf(line)
  if (fence) return { name: 'code', fence }
  if (isHeading(line) || isRule(line)) return { name: 'line' }
  const html = htmlOf(line)
  if (html) return html.end?.test(line) ? { name: 'line' } : { name: 'html', end: html.end }
  const end = formulaEnd(line)
  if (end) return { name: 'formula', end }
  const mark = listMarkOf(line)
  if (mark) return { name: 'list', mark, last: lineOfItem(line, mark) }
  if (isFootnote(line)) return { name: 'note', last: 'other' }
  if (isIndentedCode(line)) return { name: 'indented' }
  return textFrom(line, at)
}

function textFrom(line: string, at: number): Mode {
  return { name: 'text', quote: isQuote(line) ? lineOfQuote(line) : null, first: line, last: line, lastAt: at }
}
