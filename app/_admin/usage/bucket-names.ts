'use client'

import type { UsageBucket } from '#lib/usage/usage.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'

/** How a bar is called: below it, with what it shares with those beside it, and by itself. */
export interface BucketName {
  tick: string
  tickWithHead: string
  head: string
  name: string
}

/** By where the reader is, whose days and hours the bars are. `from`: where the first one begins, if that is in its middle. */
export function useBucketNames(from: string): (bucket: UsageBucket, begins: string) => BucketName {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  return (bucket, begins) => {
    const at = new Date(Math.max(Date.parse(begins), Date.parse(from)))
    const day = format.day(at)
    switch (bucket) {
      case 'hour': {
        const [tick, tickWithHead] = [format.clock(at), words.day_and_time(day, format.clock(at))]
        return { tick, tickWithHead, head: day, name: tickWithHead }
      }
      case 'day':
        return {
          tick: format.dayOfMonth(at),
          tickWithHead: day,
          head: format.shortMonth(at),
          name: format.longDay(at),
        }
      case 'week':
        return { tick: day, tickWithHead: day, head: '', name: words.week_of(format.longDay(at)) }
      case 'month': {
        const year = String(at.getFullYear())
        const tick = format.shortMonth(at)
        return { tick, tickWithHead: `${tick} ${year}`, head: year, name: `${format.month(at, at)} ${year}` }
      }
    }
  }
}
