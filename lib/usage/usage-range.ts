import { DAY, offsetsOf, startOfDay } from './time-zone.ts'
import type { UsageRange } from './usage.ts'

const DEFAULT_DAYS = 30

/** What a question names; a day stands for its beginning in the time zone. Nothing named is the last 30 days up to now. */
export interface NamedRange {
  from?: string | undefined
  to?: string | undefined
  tz: string
}

/** A range or its parts that cannot be. */
export class UsageRangeError extends Error {
  override readonly name = 'UsageRangeError'
  readonly parameter: 'from' | 'to' | 'bucket'
  constructor(parameter: UsageRangeError['parameter'], message: string) {
    super(message)
    this.parameter = parameter
  }
}

/** Throws a `UsageRangeError` where it ends before it begins. */
export function usageRange({ from, to, tz }: NamedRange, now: number): UsageRange {
  const end = to === undefined ? now : instantOf('to', to, tz)
  const begin = from === undefined ? end - DEFAULT_DAYS * DAY : instantOf('from', from, tz)
  if (begin >= end) throw new UsageRangeError('from', 'it must be before `to`')
  return { from: begin, to: end }
}

/** Microseconds. */
function instantOf(parameter: 'from' | 'to', named: string, zone: string): number {
  const micros = Date.parse(named) * 1_000
  if (Number.isNaN(micros)) throw new UsageRangeError(parameter, `no day and no time: ${named}`)
  if (named.includes('T')) return micros
  return startOfDay(micros / DAY, offsetsOf(zone, micros - 2 * DAY, micros + 2 * DAY))
}
