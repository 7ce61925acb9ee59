import {
  FILTER_NAMES,
  type FilterName,
  isBegunFilter,
  readFilter,
  type SearchAsker,
  type SearchFilters,
} from './search-filter.ts'
import { wordsOf } from './word.ts'

/** A word, or several that stand side by side. */
export interface SearchTerm {
  words: readonly string[]
  /** The last word is only the beginning of one: somebody may still be typing. */
  isBegun: boolean
}

export interface SearchQuery extends SearchFilters {
  terms: readonly SearchTerm[]
  /** Filters whose values cannot be read, as they were typed: they were taken for words. */
  unread?: readonly string[]
}

/** More would only be a pasted page; those that come first count. */
const MOST_TERMS = 32
const MOST_WORDS = 64
const MOST_UNREAD = 5

/** A phrase in quotes, closed or not, with a filter before it or not; or what stands between spaces. */
const PIECE = new RegExp(`(?:(${FILTER_NAMES.join('|')}):)?["“”„]([^"“”„]*)(["“”„]?)|[^\\s"“”„]+`, 'giu')
const FILTER = new RegExp(`^(${FILTER_NAMES.join('|')}):(.+)$`, 'iu')

/**
 * Reads what a person typed: words, "phrases", and filters like `model:name` or `model:"two words"`. Whatever is no filter is a
 * word. Days are those of the time zone.
 */
export function parseSearch(
  text: string,
  filters: SearchFilters = {},
  timeZone = 'UTC',
  { now = new Date(), name }: Partial<SearchAsker> = {},
): SearchQuery {
  const asker = { timeZone, now, name }
  const query: SearchQuery & { terms: SearchTerm[] } = { ...filters, terms: [] }
  for (const piece of text.matchAll(PIECE)) {
    const [whole, quotedName, phrase, closed] = piece
    const isLast = piece.index + whole.length === text.length
    const filter = filterOf(whole, quotedName, phrase)
    if (filter && readFilter(query, filter.name, filter.value, asker)) continue
    if (filter && !(isLast && !closed && isBegunFilter(filter.name, filter.value))) noteUnread(query, whole)
    if (query.terms.length === MOST_TERMS) break
    const words = Array.from(wordsOf(filter ? whole : (phrase ?? whole)), ({ word }) => word).slice(0, MOST_WORDS)
    // One character of a script without spaces is indexed only as the beginning of a pair.
    const isBegun = (isLast && !closed) || isSingleDense(words)
    if (words.length > 0) query.terms.push({ words, isBegun })
  }
  return query
}

/** Whether anything at all is asked for. */
export function isEmptySearch({ terms, unread: _words, ...filters }: SearchQuery): boolean {
  return terms.length === 0 && Object.values(filters).every((filter) => filter === undefined)
}

function filterOf(whole: string, quotedName: string | undefined, phrase: string | undefined) {
  const [name, value] = phrase === undefined ? (FILTER.exec(whole) ?? []).slice(1) : [quotedName, phrase.trim()]
  return name && value ? { name: name.toLowerCase() as FilterName, value } : null
}

function noteUnread(query: SearchQuery, piece: string): void {
  const { unread = [] } = query
  if (unread.length < MOST_UNREAD && !unread.includes(piece)) query.unread = [...unread, piece]
}

function isSingleDense([word = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && [...word].length === 1 && /\p{Lo}/u.test(word)
}
