import type { ListMark } from './line.ts'
import {
  fenceOf,
  htmlOf,
  isBlank,
  isFootnote,
  isHeading,
  isIndentedCode,
  isQuote,
  isRule,
  isUnderline,
  listMarkOf,
} from './line.ts'

/**
 * What the last line of an item, a note or a quotation was to a line outside: a `paragraph` surely takes it in, behind a
 * `blank` line it surely stands by itself. Behind anything else it is `either`: there a number may begin a list or not, and what
 * follows that is `mixed`, one piece until something begins that ends whatever is open. An item of which there is `nothing` but
 * its mark takes in what is indented, and is `over` at a blank line.
 */
export type LastLine = 'paragraph' | 'blank' | 'other' | 'either' | 'mixed' | 'nothing' | 'over'

/** Behind these a line outside is no part of the item or the note. */
export const STANDS_ALONE: ReadonlySet<LastLine> = new Set(['blank', 'nothing', 'over'])

export function afterBlank(last: LastLine): LastLine {
  if (last === 'mixed') return 'mixed'
  return last === 'nothing' || last === 'over' ? 'over' : 'blank'
}

/** What a line within an item, a note or a quotation leaves behind. What it holds beside paragraphs may hide what looks like one. */
export function lastAfter(last: LastLine, line: string): LastLine {
  if (last === 'either' || last === 'mixed') return last
  return last === 'paragraph' && isProse(line) ? 'paragraph' : 'other'
}

export function lineOfItem(line: string, { offset, empty }: ListMark): LastLine {
  if (empty) return 'nothing'
  return isProse(line.slice(offset)) ? 'paragraph' : 'other'
}

export function lineOfQuote(line: string): LastLine {
  const inner = line.replace(/^ {0,3}> ?/, '')
  return isBlank(inner) ? 'blank' : isProse(inner) ? 'paragraph' : 'other'
}

export function quoteAfter(quote: LastLine | null, line: string): LastLine | null {
  if (quote === null) return null
  if (isQuote(line)) return quote === 'paragraph' || quote === 'blank' ? lineOfQuote(line) : quote
  return quote === 'paragraph' || quote === 'mixed' ? quote : 'either'
}

/** Whether it begins or goes on with a paragraph and surely is nothing else. */
function isProse(line: string): boolean {
  const begins = [fenceOf, htmlOf, listMarkOf].some((mark) => mark(line) !== null)
  const marks = [isHeading, isRule, isFootnote, isIndentedCode, isQuote, isUnderline]
  return !begins && !marks.some((is) => is(line)) && !/^\[|\|/.test(line)
}
