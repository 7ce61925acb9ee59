'use client'

import { addDays, dayIn } from '../usage/period.ts'
import { useTimeZone } from '../usage/use-view.ts'
import { DryRun } from './dry-run.tsx'

const DAYS = 30

/** What a version that does not hold yet would have made of the last days. */
export function ComingPrices({ version }: { version: string }) {
  const timeZone = useTimeZone()
  if (!timeZone) return null
  const last = dayIn(timeZone, new Date())
  const asked = { from: addDays(last, 1 - DAYS), to: addDays(last, 1), tz: timeZone, pricing_version: version }
  return (
    <div className="mb-6">
      <DryRun key={JSON.stringify(asked)} asked={asked} mayApply={false} />
    </div>
  )
}
