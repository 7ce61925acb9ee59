/** Further than any clock is away from UTC, so that its changes around a midnight are seen on both sides. */
const FAR = 15 * 3_600_000

/**
 * The moment at which a day (`2026-11-22`) begins in a time zone, as ISO 8601. Where clocks are put forward at midnight, the
 * hour that is missing there is passed over.
 */
export function dayStart(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const clocks = [-FAR, FAR].map((away) => aheadOfUtc(midnight + away, timeZone))
  const [first = midnight] = clocks
    .map((ahead) => midnight - ahead)
    .filter((moment) => moment + aheadOfUtc(moment, timeZone) >= midnight)
    .sort((a, b) => a - b)
  return new Date(first).toISOString()
}

/** Milliseconds that the clocks of a zone are ahead at a moment. */
function aheadOfUtc(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second } = part
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - moment
}
