/** Of `08:30`: minutes since midnight. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * What the clocks on the walls of a time zone show, in minutes since midnight. On the day on which they are put back an hour
 * comes twice, on the other it does not come at all: rules mean the clock, not the hours since midnight.
 */
export function minuteOfDay(micros: number, time_zone: string): number {
  let format = formats.get(time_zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(time_zone, format)
  }
  return minutesOf(format.format(new Date(Math.floor(micros / 1_000))))
}
