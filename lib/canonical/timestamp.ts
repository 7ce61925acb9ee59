import { z } from 'zod'

const PATTERN = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

/** ISO 8601 UTC with six decimals, as in `2026-05-08T12:34:56.123456Z`. */
export const Timestamp = z
  .string()
  .regex(PATTERN, { error: 'ISO 8601 in UTC with up to six decimals', abort: true })
  .refine((text) => !Number.isNaN(secondsOf(text)), 'a day and a time that exist')

/** The second that was asked for last: each frame of a stream has a timestamp, and thousands of them the same second. */
let latest = { seconds: 0, text: '1970-01-01T00:00:00' }

export function formatTimestamp(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = String(micros - seconds * 1_000_000).padStart(6, '0')
  if (seconds !== latest.seconds) latest = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, 19) }
  return `${latest.text}.${fraction}Z`
}

/** Microseconds since the epoch. Throws a `RangeError` on anything that is not a UTC timestamp. */
export function parseTimestamp(text: string): number {
  const seconds = secondsOf(text)
  if (Number.isNaN(seconds)) throw new RangeError(`not a UTC timestamp: ${JSON.stringify(text)}`)
  return seconds * 1_000_000 + Number((PATTERN.exec(text)?.[2] ?? '').padEnd(6, '0'))
}

/** `NaN` also for what `Date.parse` would move to the next day or month: 30 February, 24:00. */
function secondsOf(text: string): number {
  const whole = PATTERN.exec(text)?.[1]
  const millis = Date.parse(`${whole}Z`)
  const exists = !Number.isNaN(millis) && new Date(millis).toISOString().slice(0, 19) === whole
  return exists ? millis / 1000 : Number.NaN
}

/** A clock in microseconds that never repeats and never runs backwards within one process. */
export function microsecondClock(now: () => number = Date.now): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(now() * 1000))
    return last
  }
}
