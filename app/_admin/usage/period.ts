import { USAGE_BUCKETS, type UsageBucket } from '#lib/usage/usage.ts'

/** A day of the calendar, `2026-11-22`, wherever it is. When it begins in a time zone, the server knows. */
export type Day = string

/** From the first of them up to the day after the last. */
export interface Days {
  from: Day
  to: Day
}

export const SPANS = ['7d', '30d', 'quarter', 'year'] as const
export type Span = (typeof SPANS)[number]

/** Which day it is there. */
export function dayIn(timeZone: string, at: Date): Day {
  // Swedes write a date as everybody's standard does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

/** Whether the calendar has such a day: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export function addDays(day: Day, count: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The same day of another month, or its last where it has no such day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0))
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10)
}

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

const MONTHS: Readonly<Record<Span, number>> = { '7d': 0, '30d': 0, quarter: 3, year: 12 }
const DAYS: Readonly<Record<Span, number>> = { '7d': 7, '30d': 30, quarter: 0, year: 0 }

/** That long, with today as its last day. */
export function spanUntil(today: Day, span: Span): Days {
  const to = addDays(today, 1)
  return { from: earlier(to, span), to }
}

/** As much time that ends where this begins: of a span as many months, of any other days as many days. */
export function daysBefore(days: Days, span: Span | null): Days {
  return { from: span ? earlier(days.from, span) : addDays(days.from, -countDays(days)), to: days.from }
}

function earlier(day: Day, span: Span): Day {
  return addDays(addMonths(day, -MONTHS[span]), -DAYS[span])
}

/** Those that a chart of these days has room for, and the one that reads best. */
export function bucketsFor(days: Days): { offered: readonly UsageBucket[]; best: UsageBucket } {
  const count = countDays(days)
  const offered = USAGE_BUCKETS.filter((bucket) => count <= MOST_DAYS[bucket])
  const best = count <= 2 ? 'hour' : count <= 92 ? 'day' : count <= 740 ? 'week' : 'month'
  return { offered, best: offered.includes(best) ? best : 'month' }
}

const MOST_DAYS: Readonly<Record<UsageBucket, number>> = {
  hour: 14,
  day: 400,
  week: 3_700,
  month: Number.POSITIVE_INFINITY,
}

/** For a chart with a line for each. */
export function coarser(bucket: UsageBucket): UsageBucket {
  return USAGE_BUCKETS[Math.min(USAGE_BUCKETS.indexOf(bucket) + 1, USAGE_BUCKETS.length - 1)] ?? 'month'
}

/** As a moment at noon of where the reader is, which is that day in whatever way it is written. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
