'use client'

import { useTimeZone } from '../usage/use-view.ts'
import { DryRun } from './dry-run.tsx'
import { lastDays } from './last-days.ts'

/** What a version that does not hold yet would have made of the last days. */
export function ComingPrices({ version }: { version: string }) {
  const timeZone = useTimeZone()
  if (!timeZone) return null
  const asked = { ...lastDays(timeZone), tz: timeZone, pricing_version: version }
  return (
    <div className="mb-6">
      <DryRun key={JSON.stringify(asked)} asked={asked} mayApply={false} />
    </div>
  )
}
