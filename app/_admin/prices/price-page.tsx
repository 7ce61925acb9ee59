'use client'

import { usePriceVersions } from '../../_client/use-prices.ts'
import { PageTitle } from '../../_frame/page-title.tsx'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'

export function PricePage() {
  const { format } = useTexts()
  const { administration } = useAdminTexts()
  const versions = usePriceVersions().data?.versions ?? []
  return (
    <>
      <title>{`${administration.prices} · Metis`}</title>
      <PageTitle title={administration.prices} about={administration.prices_about} />
      <ul aria-label={administration.versions} className="border-line-strong border-t">
        {versions.toReversed().map(({ pricing_version, effective_from, note }) => (
          <li key={pricing_version} className="border-line border-b py-2">
            <b className="font-semibold">{format.longDay(new Date(effective_from))}</b>
            <span className="block text-caption text-muted">{note}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
