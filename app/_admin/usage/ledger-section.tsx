'use client'

import { addressOf } from '../../_client/use-api.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { Icon } from '../../_ui/icon.tsx'
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
        <div className="flex flex-wrap items-end gap-2 print:hidden">
          {FILES.map(({ format, name }) => (
            <a
              key={format}
              href={addressOf('/api/admin/usage', { query: { ...file, format } })}
              download={`usage-${view.days.from}.${format}`}
              aria-label={words.download(name)}
              className="inline-flex min-h-(--row) items-center gap-2 rounded-control border border-line-control bg-raised px-3 text-ui hover:bg-surface pointer-coarse:min-h-11"
            >
              <Icon name="download" />
              {name}
            </a>
          ))}
        </div>
      }
    >
      <Loaded query={useUsage(query)} room="20rem">
        {(usage) => <Ledger usage={usage} onFilter={onFilter} />}
      </Loaded>
    </Section>
  )
}

const FILES = [
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
] as const
