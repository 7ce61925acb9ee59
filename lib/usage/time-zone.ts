/** From a moment on, local time is that much ahead of UTC. Microseconds, as everywhere here. */
export interface Offset {
  from: number
  offset: number
}

const SECOND = 1_000_000
const HOUR = 3_600 * SECOND
export const DAY = 24 * HOUR

/** The offsets of a time zone between two moments, each with where it begins, the first one at `from`. */
export function offsetsOf(zone: string, from: number, to: number): Offset[] {
  const offsetAt = offsetIn(zone)
  const offsets: Offset[] = [{ from, offset: offsetAt(from) }]
  for (let begin = from; begin < to; begin += DAY) {
    const end = Math.min(begin + DAY, to)
    const before = offsetAt(begin)
    if (offsetAt(end) === before) continue
    const changed = changeBetween(begin, end, (at) => offsetAt(at) !== before)
    offsets.push({ from: changed, offset: offsetAt(changed) })
  }
  return offsets
}

/** The first moment at which a local day has begun: where the clocks skip midnight, a little after it. */
export function startOfDay(day: number, offsets: readonly Offset[]): number {
  for (const [n, { from, offset }] of offsets.entries()) {
    const start = Math.max(n === 0 ? Number.NEGATIVE_INFINITY : from, day * DAY - offset)
    const end = offsets[n + 1]?.from ?? Number.POSITIVE_INFINITY
    if (start < end && Math.floor((start + offset) / DAY) === day) return start
  }
  throw new RangeError('no such day in this time zone')
}

/** How many days after 1970-01-01 it is there. */
export function localDay(at: number, offsets: readonly Offset[]): number {
  return Math.floor((at + offsetAmong(at, offsets)) / DAY)
}

export function offsetAmong(at: number, offsets: readonly Offset[]): number {
  const found = offsets.findLast(({ from }) => from <= at) ?? offsets[0]
  if (!found) throw new RangeError('there are no offsets')
  return found.offset
}

function changeBetween(begin: number, end: number, isChanged: (at: number) => boolean): number {
  let [low, high] = [begin, end]
  // Clocks change at a whole second.
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND
    if (middle <= low) break
    if (isChanged(middle)) high = middle
    else low = middle
  }
  return high
}

function offsetIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const millis = Math.floor(at / 1_000)
    const part = Object.fromEntries(format.formatToParts(millis).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    const local = Date.UTC(year, month - 1, day, hour, minute, second)
    return (local - Math.floor(millis / 1_000) * 1_000) * 1_000
  }
}
