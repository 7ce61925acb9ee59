import { dayStart } from './day-start.ts'
import { wordsOf } from './word.ts'

/** A word, or several that stand side by side. */
export interface SearchTerm {
  words: readonly string[]
  /** The last word is only the beginning of one: somebody may still be typing. */
  isBegun: boolean
}

/** What is narrowed down beside the words. */
export interface SearchFilters {
  /** How the id of the answering model, or a word of it, begins. */
  model?: string | undefined
  /** ISO 8601. */
  from?: string | undefined
  /** The first moment that is too late. */
  to?: string | undefined
  by?: 'me' | 'model' | undefined
  has?: readonly SearchFeature[] | undefined
  session_id?: string | undefined
}

export const SEARCH_FEATURES = ['code', 'picture'] as const
export type SearchFeature = (typeof SEARCH_FEATURES)[number]

export interface SearchQuery extends SearchFilters {
  terms: readonly SearchTerm[]
}

/** More would only be a pasted page; those that come first count. */
const MOST_TERMS = 32
const MOST_WORDS = 64

/** A phrase in quotes, closed or not, or what stands between spaces. */
const PIECE = /["“”„]([^"“”„]*)(["“”„]?)|[^\s"“”„]+/gu
const FILTER = /^(model|has|by|from|before|after|since):(.+)$/iu

/**
 * Reads what a person typed: words, "phrases", and filters like `model:name`. Whatever is no filter is a word. Days are those
 * of the time zone.
 */
export function parseSearch(text: string, filters: SearchFilters = {}, timeZone = 'UTC'): SearchQuery {
  const query: SearchQuery & { terms: SearchTerm[] } = { ...filters, terms: [] }
  for (const piece of text.matchAll(PIECE)) {
    const [whole, phrase, closed] = piece
    if (phrase === undefined && readFilter(query, whole, timeZone)) continue
    if (query.terms.length === MOST_TERMS) break
    const words = Array.from(wordsOf(phrase ?? whole), ({ word }) => word).slice(0, MOST_WORDS)
    const isLast = piece.index + whole.length === text.length
    // One character of a script without spaces is indexed only as the beginning of a pair.
    const isBegun = (isLast && !closed) || isSingleDense(words)
    if (words.length > 0) query.terms.push({ words, isBegun })
  }
  return query
}

/** Whether anything at all is asked for. */
export function isEmptySearch({ terms, ...filters }: SearchQuery): boolean {
  return terms.length === 0 && Object.values(filters).every((filter) => filter === undefined)
}

function isSingleDense([word = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && [...word].length === 1 && /\p{Lo}/u.test(word)
}

function readFilter(query: SearchQuery, piece: string, timeZone: string): boolean {
  const [, name = '', value = ''] = FILTER.exec(piece) ?? []
  switch (name.toLowerCase()) {
    case 'model':
      query.model = value
      return true
    case 'has':
      return readFeature(query, value.toLowerCase())
    case 'by':
    case 'from':
      return readWho(query, value.toLowerCase())
    case 'before':
      return readDay(value, (day) => {
        query.to = dayStart(day, timeZone)
      })
    case 'after':
    case 'since':
      return readDay(value, (day) => {
        query.from = dayStart(day, timeZone)
      })
    default:
      return false
  }
}

const FEATURES: Readonly<Record<string, SearchFeature>> = {
  code: 'code',
  picture: 'picture',
  pictures: 'picture',
  image: 'picture',
}

function readFeature(query: SearchQuery, value: string): boolean {
  const feature = Object.hasOwn(FEATURES, value) ? FEATURES[value] : undefined
  if (!feature) return false
  query.has = [...(query.has ?? []), feature]
  return true
}

const WHO: Readonly<Record<string, 'me' | 'model'>> = { me: 'me', model: 'model', models: 'model', answers: 'model' }

function readWho(query: SearchQuery, value: string): boolean {
  const who = Object.hasOwn(WHO, value) ? WHO[value] : undefined
  if (!who) return false
  query.by = who
  return true
}

function readDay(value: string, use: (day: string) => void): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  // `2026-02-31` is read as a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value) return false
  use(value)
  return true
}
