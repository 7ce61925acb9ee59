import { dayStart } from './day-start.ts'
import { wordsOf } from './word.ts'

/** What is narrowed down beside the words. */
export interface SearchFilters {
  /** How the id of the answering model, or a word of it, begins; or a name that people know it by. */
  model?: string | undefined
  /** Ids of models that are known by that name. */
  model_ids?: readonly string[] | undefined
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

/** Whoever asks, and when. */
export interface SearchAsker {
  timeZone: string
  now: Date
  /** What others call them. */
  name?: string | undefined
}

export const FILTER_NAMES = [
  'model',
  'has',
  'by',
  'from',
  'person',
  'date',
  'before',
  'until',
  'after',
  'since',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

const FEATURES: Readonly<Record<string, SearchFeature>> = {
  code: 'code',
  picture: 'picture',
  pictures: 'picture',
  image: 'picture',
  images: 'picture',
  bild: 'picture',
  bilder: 'picture',
}

const WHO: Readonly<Record<string, 'me' | 'model'>> = {
  me: 'me',
  ich: 'me',
  mir: 'me',
  model: 'model',
  models: 'model',
  answers: 'model',
  modell: 'model',
}

/** Days before today. */
const DAYS: Readonly<Record<string, number>> = { today: 0, heute: 0, yesterday: 1, gestern: 1 }

/** Narrows a search down by a value. False for one that cannot be read. */
export function readFilter(filters: SearchFilters, name: FilterName, value: string, asker: SearchAsker): boolean {
  const start = (days = 0) => {
    const day = dayOf(value, asker)
    return day === null ? null : dayStart(dayAfter(day, days), asker.timeZone)
  }
  switch (name) {
    case 'model':
      return readInto(filters, { model: value })
    case 'has': {
      const feature = lookUp(FEATURES, value)
      return readInto(filters, feature && { has: [...(filters.has ?? []), feature] })
    }
    case 'by':
    case 'person':
      return readInto(filters, whoOf(value, asker))
    case 'from': {
      const from = start()
      return readInto(filters, from === null ? whoOf(value, asker) : { from })
    }
    case 'date': {
      const [from, to] = [start(), start(1)]
      return readInto(filters, from !== null && to !== null && { from, to })
    }
    case 'after':
    case 'since': {
      const from = start()
      return readInto(filters, from !== null && { from })
    }
    case 'before': {
      const to = start()
      return readInto(filters, to !== null && { to })
    }
    case 'until': {
      const to = start(1)
      return readInto(filters, to !== null && { to })
    }
  }
}

/** Whether somebody may still be typing a value that can be read then. */
export function isBegunFilter(name: FilterName, value: string): boolean {
  const begun = value.toLowerCase()
  const takesDay = !['model', 'has', 'by', 'person'].includes(name)
  const words = [
    ...(name === 'has' ? Object.keys(FEATURES) : []),
    ...(['by', 'person', 'from'].includes(name) ? Object.keys(WHO) : []),
    ...(takesDay ? Object.keys(DAYS) : []),
  ]
  const isBegunDay =
    takesDay && /^(\d{1,4}|\d{4}-\d{0,2}|\d{4}-\d\d-\d?|\d{1,2}\.(\d{0,2}|\d{1,2}\.\d{0,3}))$/.test(value)
  return isBegunDay || words.some((word) => word.startsWith(begun))
}

function readInto(filters: SearchFilters, read: SearchFilters | false | undefined): boolean {
  if (!read) return false
  Object.assign(filters, read)
  return true
}

function whoOf(value: string, { name = '' }: SearchAsker): SearchFilters | undefined {
  const by = lookUp(WHO, value) ?? (isNameOf(value, name) ? 'me' : undefined)
  return by && { by }
}

/** The whole of it, or one of its words. In the chats of one person nobody else says anything. */
function isNameOf(value: string, name: string): boolean {
  const [asked, words] = [value, name].map((text) => Array.from(wordsOf(text), ({ word }) => word))
  return !!asked?.length && !!words && ` ${words.join(' ')} `.includes(` ${asked.join(' ')} `)
}

function lookUp<T>(values: Readonly<Record<string, T>>, value: string): T | undefined {
  const key = value.toLowerCase()
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** `2026-11-22`, `22.11.2026`, or a word for a day; null for what is none. */
function dayOf(value: string, { now, timeZone }: SearchAsker): string | null {
  const ago = lookUp(DAYS, value)
  if (ago !== undefined) return dayAfter(now.toLocaleDateString('sv-SE', { timeZone }), -ago)
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  const day = date && month ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : value
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  // `2026-02-31` is read as a day in March.
  return Number.isNaN(Date.parse(`${day}T00:00:00Z`)) || dayAfter(day, 0) !== day ? null : day
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
