import type { SearchTerm } from './search-query.ts'
import { type PlacedWord, wordsOf } from './word.ts'

/** A piece of a text, in UTF-16 units. */
export interface Range {
  start: number
  end: number
}

export interface Snippet {
  text: string
  matches: Range[]
}

const BEFORE = 60
const LONGEST = 220

/** What is found of the terms in a text, in its order, none within another. */
export function findMatches(text: string, terms: readonly SearchTerm[]): Range[] {
  return [...matchesOf(text, terms)]
}

/** The piece of a text around the first thing that is found in it; its beginning where nothing is. */
export function snippetOf(source: string, terms: readonly SearchTerm[]): Snippet {
  const text = readable(source)
  const { value: first } = matchesOf(text, terms).next()
  const start = wordStart(text, first ? Math.max(0, first.start - BEFORE) : 0)
  const end = wordEnd(text, start + LONGEST)
  const piece = text.slice(start, end)
  const [ahead, behind] = [start > 0 ? '… ' : '', end < text.length ? ' …' : '']
  const matches = findMatches(piece, terms).map((range) => ({
    start: range.start + ahead.length,
    end: range.end + ahead.length,
  }))
  return { text: `${ahead}${piece}${behind}`, matches }
}

/** On one line, and without the marks of Markdown that say nothing when they are read. */
function readable(source: string): string {
  return source
    .replace(/^ {0,3}(#{1,6} +|> ?|```.*$|~~~.*$)/gmu, '')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A little further, where the cut would go through a word. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + 20 ? afterPair(text, at) : space + 1
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  return space < at - 20 ? afterPair(text, at) : space
}

/** Not between the two halves of one character. */
function afterPair(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}

/** One after the other, so that a long text is read no further than needed. */
function* matchesOf(text: string, terms: readonly SearchTerm[]): Generator<Range> {
  const longest = Math.max(1, ...terms.map(({ words }) => words.length))
  const ahead: PlacedWord[] = []
  const words = wordsOf(text)
  let open: Range | null = null
  for (;;) {
    while (ahead.length < longest) {
      const { value } = words.next()
      if (!value) break
      ahead.push(value)
    }
    const [first] = ahead
    if (!first) break
    for (const term of terms) {
      const range = matchAt(ahead, term)
      if (!range) continue
      if (open && range.start <= open.end) open = { start: open.start, end: Math.max(open.end, range.end) }
      else {
        if (open) yield open
        open = range
      }
    }
    if (open && first.start > open.end) {
      yield open
      open = null
    }
    ahead.shift()
  }
  if (open) yield open
}

/** Where the words that come next are those of the term. */
function matchAt(ahead: readonly PlacedWord[], { words, isBegun }: SearchTerm): Range | null {
  const isMatch = words.every((wanted, n) => {
    const placed = ahead[n]
    if (!placed) return false
    const found = words.length === 1 ? [placed.word, ...placed.parts] : [placed.word]
    const mayGoOn = isBegun && n === words.length - 1
    return found.some((word) => (mayGoOn ? word.startsWith(wanted) : word === wanted))
  })
  const [first, last] = [ahead[0], ahead[words.length - 1]]
  return isMatch && first && last ? { start: first.start, end: last.end } : null
}
