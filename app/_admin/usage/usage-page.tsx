'use client'

import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { UsageReport } from './usage-report.tsx'
import { useTimeZone } from './use-view.ts'

/** What calls of models took and came to. Days are those of the reader, so that the page is made where the reader is. */
export function UsagePage() {
  const { administration, usage } = useAdminTexts()
  const timeZone = useTimeZone()
  return (
    <>
      <title>{`${administration.usage} · Metis`}</title>
      {timeZone ? (
        <UsageReport timeZone={timeZone} />
      ) : (
        <PageTitle title={administration.usage} about={usage.about.stamped} />
      )}
    </>
  )
}
