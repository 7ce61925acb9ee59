'use client'

import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

export function UsagePage() {
  const { administration } = useAdminTexts()
  return (
    <>
      <title>{`${administration.usage} · Metis`}</title>
      <PageTitle title={administration.usage} about={administration.usage_about} />
    </>
  )
}
