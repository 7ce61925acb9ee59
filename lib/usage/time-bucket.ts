import { DAY, localDay, type Offset, offsetAmong, offsetsOf, startOfDay } from './time-zone.ts'
import type { UsageBucket, UsageRange } from './usage.ts'
import { UsageRangeError } from './usage-range.ts'

const HOUR = DAY / 24

/** More than a year of hours; nobody can look at more. */
const MOST_BUCKETS = 10_000

/** Hours, days, weeks from Monday, or months of a time zone, as the parts of a range. */
export interface TimeBuckets {
  bucket: UsageBucket
  offsets: readonly Offset[]
  /** Where each begins, ascending; the first one may begin before the range. */
  starts: readonly number[]
}

/** Throws a `UsageRangeError` for more than anybody can look at. */
export function timeBuckets(bucket: UsageBucket, range: UsageRange, zone: string): TimeBuckets {
  // A month and a week around it, so that the beginnings of its first and last ones can be told.
  const offsets = offsetsOf(zone, range.from - 40 * DAY, range.to + 40 * DAY)
  const starts: number[] = []
  let start = startOf(bucket, range.from, offsets)
  while (start < range.to) {
    starts.push(start)
    if (starts.length > MOST_BUCKETS) {
      const message = `there would be more than ${MOST_BUCKETS.toLocaleString('en')}; choose a longer one or a shorter range`
      throw new UsageRangeError('bucket', message)
    }
    start = nextOf(bucket, start, offsets)
  }
  return { bucket, offsets, starts }
}

/** Where the one begins that a moment is in. */
export function startOf(bucket: UsageBucket, at: number, offsets: readonly Offset[]): number {
  if (bucket === 'hour') {
    const offset = offsetAmong(at, offsets)
    return at - modulo(at + offset, HOUR)
  }
  return startOfDay(firstDay(bucket, localDay(at, offsets)), offsets)
}

export function nextOf(bucket: UsageBucket, start: number, offsets: readonly Offset[]): number {
  if (bucket === 'hour') return nextHour(start, offsets)
  const day = firstDay(bucket, localDay(start, offsets))
  if (bucket === 'day') return startOfDay(day + 1, offsets)
  if (bucket === 'week') return startOfDay(day + 7, offsets)
  const date = new Date((day * DAY) / 1_000)
  return startOfDay(dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1), offsets)
}

/** Where the clocks change by less than an hour, one of them is shorter or longer. */
function nextHour(start: number, offsets: readonly Offset[]): number {
  const next = startOf('hour', start + HOUR, offsets)
  return next > start ? next : next + HOUR
}

function firstDay(bucket: Exclude<UsageBucket, 'hour'>, day: number): number {
  if (bucket === 'day') return day
  // 1970-01-01 was a Thursday.
  if (bucket === 'week') return day - modulo(day + 3, 7)
  const date = new Date((day * DAY) / 1_000)
  return dayOf(date.getUTCFullYear(), date.getUTCMonth())
}

function dayOf(year: number, month: number): number {
  return (Date.UTC(year, month, 1) * 1_000) / DAY
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
