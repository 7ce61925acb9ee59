import { z } from 'zod'

const PATTERN = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

/** ISO 8601 UTC with six decimals, as in `2026-05-08T12:34:56.123456Z`. */
export const Timestamp = z.string().regex(PATTERN, 'ISO 8601 in UTC with up to six decimals')

export function formatTimestamp(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = String(micros - seconds * 1_000_000).padStart(6, '0')
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`
}

/** Microseconds since the epoch. Throws a `RangeError` on anything that is not a UTC timestamp. */
export function parseTimestamp(text: string): number {
  const match = PATTERN.exec(text)
  const millis = match ? Date.parse(`${match[1]}Z`) : Number.NaN
  if (Number.isNaN(millis)) throw new RangeError(`not a UTC timestamp: ${JSON.stringify(text)}`)
  return millis * 1000 + Number((match?.[2] ?? '').padEnd(6, '0'))
}

/** A clock in microseconds that never repeats and never runs backwards within one process. */
export function microsecondClock(now: () => number = Date.now): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(now() * 1000))
    return last
  }
}
