import { z } from 'zod'
import { isTimeZone } from './time-zone.ts'

/** A day stands for its beginning in the `TimeZone` that is named beside it. */
export const Moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'a day like 2026-11-22, or a time like 2026-11-22T10:00:00Z',
)

export const TimeZone = z.string().refine(isTimeZone, 'a time zone like Europe/Berlin').default('UTC')
