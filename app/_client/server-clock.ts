/** By how many milliseconds the clock of the server is ahead of this browser's, which may be a day wrong. */
let ahead = 0

/** What the server says of the time with an answer: `Date`, in whole seconds. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(difference)) return
  // What is less may be the way here.
  ahead = Math.abs(difference) > 60_000 ? difference : 0
}

/** The time by the clock of the server, as far as it is known. */
export function serverNow(): number {
  return Date.now() + ahead
}
