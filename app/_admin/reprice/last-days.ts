import { addDays, type Days, dayIn } from '../usage/period.ts'

const DAYS = 30

/** Those that a dry run is of where nobody says which: up to today. */
export function lastDays(timeZone: string): Days {
  const today = dayIn(timeZone, new Date())
  return { from: addDays(today, 1 - DAYS), to: addDays(today, 1) }
}
