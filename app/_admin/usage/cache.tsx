'use client'

import type { ReactNode } from 'react'
import type { UsageBucket } from '#lib/usage/usage.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { PairedBars } from '../../_ui/chart/paired-bars.tsx'
import { TableBehind } from '../../_ui/chart/table-behind.tsx'
import { Table } from '../../_ui/table.tsx'
import { useBucketNames } from './bucket-names.ts'
import { Saving, Spending, useFigures } from './figures.tsx'
import { Loaded, Section } from './section.tsx'
import { type Usage, type UsageQuery, type UsageRow, type UsageTotals, useUsage } from './use-usage.ts'

/** What was paid, and what more it would have been without a cache. */
export function Cache({
  bucket,
  query,
  children,
}: {
  bucket: UsageBucket
  query: UsageQuery
  /** What else is said of caches. */
  children?: ReactNode
}) {
  const words = useAdminTexts().usage
  return (
    <Section title={words.what_the_cache_did} about={words.cache_per[bucket]}>
      <Loaded query={useUsage(query)} room="14rem">
        {(usage) => <CacheChart usage={usage} bucket={bucket} />}
      </Loaded>
      {children}
    </Section>
  )
}

function CacheChart({ usage: { from, rows, totals }, bucket }: { usage: Usage; bucket: UsageBucket }) {
  'use memo'
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { saving } = useFigures()
  const bucketName = useBucketNames(from)
  const nameOf = (row: UsageRow) => bucketName(bucket, row.bucket ?? '')
  return (
    <>
      <PairedBars
        label={words.cache_per[bucket]}
        rows={rows.map((row) => ({
          key: row.bucket ?? '',
          label: nameOf(row).tickWithHead,
          first: Number(row.cost_usd ?? 0),
          second: Math.max(Number(row.cache_saved_usd), 0),
          note: saving(row.cache_saved_usd),
        }))}
      />
      <p className="mt-2 text-small text-ink-soft">
        {words.cache_hits(format.percent(hitRate(totals)), words.tokens_exactly(totals.cache_creation_input_tokens))}
      </p>
      <TableBehind label={words.as_table}>
        {() => (
          <Table
            label={words.cache_per[bucket]}
            keyOf={(row) => row.bucket ?? ''}
            rows={rows}
            columns={[
              { key: 'begins', head: words.begins, cell: (row) => nameOf(row).name, total: words.all },
              {
                key: 'paid',
                head: words.paid,
                end: true,
                cell: (row) => <Spending of={row} />,
                total: <Spending of={totals} />,
              },
              {
                key: 'saved',
                head: words.saved,
                end: true,
                cell: (row) => <Saving usd={row.cache_saved_usd} />,
                total: <Saving usd={totals.cache_saved_usd} />,
              },
              {
                key: 'hits',
                head: words.hit_rate,
                end: true,
                cell: (row) => format.percent(hitRate(row)),
                total: format.percent(hitRate(totals)),
              },
            ]}
          />
        )}
      </TableBehind>
    </>
  )
}

/** How much of what was read was read from a cache. */
function hitRate({ input_tokens, cached_input_tokens, cache_creation_input_tokens }: UsageTotals): number {
  const read = input_tokens + cached_input_tokens + cache_creation_input_tokens
  return read === 0 ? 0 : cached_input_tokens / read
}
