import { formatTimestamp } from '../../../canonical/timestamp.ts'
import { fieldsOf } from './value.ts'

/** No product is older, and no clock that is right says more: in seconds, 2000 to 2100. */
const EARLIEST = 946_684_800
const LATEST = 4_102_444_800
const MICROS = 1_000_000
/** How many of a unit are a second. The ranges of 2000 to 2100 in them do not meet, so the size of a number tells its unit. */
const UNITS = [1, 1e3, 1e6, 1e9]

/**
 * A canonical timestamp of a time in any of the forms that exports have: seconds, milliseconds or more since 1970, as a number
 * or its digits, ISO 8601 with any zone (UTC where it names none), or MongoDB's `{$date}`. Null for what cannot be one.
 */
export function timeOf(value: unknown): string | null {
  const { $date } = fieldsOf(value)
  const plain = $date === undefined ? value : (fieldsOf($date).$numberLong ?? $date)
  if (typeof plain === 'number') return timeOfNumber(plain)
  if (typeof plain !== 'string') return null
  return /^\d+(\.\d+)?$/.test(plain) ? timeOfNumber(Number(plain)) : timeOfText(plain)
}

function timeOfNumber(value: number): string | null {
  const unit = UNITS.find((each) => isPlausible(value / each))
  return unit === undefined ? null : formatTimestamp(Math.round((value / unit) * MICROS))
}

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?\s*(Z|[+-]\d{2}:?\d{2})?$/i

function timeOfText(text: string): string | null {
  const [, day, time, fraction = '', zone = 'Z'] = ISO.exec(text.trim()) ?? []
  const seconds = Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`) / 1_000
  if (!isPlausible(seconds)) return null
  return formatTimestamp(seconds * MICROS + Number(fraction.padEnd(6, '0').slice(0, 6)))
}

function isPlausible(seconds: number): boolean {
  return seconds >= EARLIEST && seconds < LATEST
}
