import { setTimeout as sleep } from 'node:timers/promises'
import { parseTimestamp } from '../canonical/timestamp.ts'
import type { PriceTable } from '../pricing/price.ts'
import type { BilledCallReader, CallPlace } from '../store/reprice-store.ts'
import { DAY, localDay, offsetsOf } from '../usage/time-zone.ts'
import type { UsageRange } from '../usage/usage.ts'
import { type Difference, DifferenceSums } from './difference.ts'

/** So many are priced before anything else has its turn: a few milliseconds. */
const PAGE = 500

export interface DryRun extends UsageRange {
  /** By whose days it is told. */
  tz: string
  table: PriceTable
}

/** What a reprice would change. It cannot write: all that it is given is a reader. Throws what `signal` is aborted for. */
export async function dryRun(
  reader: BilledCallReader,
  { from, to, tz, table }: DryRun,
  signal?: AbortSignal,
): Promise<Difference> {
  const sums = new DifferenceSums(table, daysIn(tz, { from, to }))
  const end = { at: to, id: '' }
  let after: CallPlace | null = { at: from, id: '' }
  while (after) {
    signal?.throwIfAborted()
    const { calls, next } = await reader.page(after, end, PAGE)
    for (const call of calls) sums.add(call)
    after = next
    // Streams of this process go on in between.
    await sleep(0)
  }
  return sums.result()
}

/** Calls come in their order, many in a minute; clocks change at a whole one. */
function daysIn(zone: string, { from, to }: UsageRange): (startedAt: string) => string {
  const offsets = offsetsOf(zone, from, to)
  let [minute, day] = ['', '']
  return (startedAt) => {
    if (!startedAt.startsWith(minute) || minute === '') {
      minute = startedAt.slice(0, 'YYYY-MM-DDTHH:MM'.length)
      day = new Date((localDay(parseTimestamp(startedAt), offsets) * DAY) / 1_000).toISOString().slice(0, 10)
    }
    return day
  }
}
