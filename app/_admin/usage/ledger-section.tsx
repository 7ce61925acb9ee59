'use client'

import { addressOf } from '../../_client/use-api.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { FileLinks } from './file-links.tsx'
import { Ledger } from './ledger.tsx'
import { Loaded, Section } from './section.tsx'
import { type UsageQuery, useUsage } from './use-usage.ts'
import type { Filter, View } from './view.ts'

/** The ledger, and as a file. */
export function LedgerSection({
  view,
  query,
  file,
  onFilter,
}: {
  view: View
  query: UsageQuery
  /** The same with all of its rows. */
  file: UsageQuery
  onFilter: (filter: Filter, value: string) => void
}) {
  const words = useAdminTexts().usage
  const { group, isExact } = view
  return (
    <Section
      title={words.ledger_by[group]}
      about={isExact ? words.last_digit : words.thousands}
      beside={
        <FileLinks
          name={`usage-${view.days.from}`}
          addressOf={(format) => addressOf('/api/admin/usage', { query: { ...file, format } })}
        />
      }
    >
      <Loaded query={useUsage(query)} room="20rem">
        {(usage) => <Ledger usage={usage} onFilter={onFilter} />}
      </Loaded>
    </Section>
  )
}
