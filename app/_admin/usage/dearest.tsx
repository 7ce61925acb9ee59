'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Table } from '../../_ui/table.tsx'
import { Spending } from './figures.tsx'
import { RowName } from './row-name.tsx'
import { Loaded, Section } from './section.tsx'
import { type UsageQuery, useUsage } from './use-usage.ts'
import type { Filter } from './view.ts'

/** The chats or turns that cost most; each that is still there leads to itself, and any other chat to what is known of it. */
export function Dearest({
  of,
  query,
  onFilter,
}: {
  of: 'session' | 'turn'
  query: UsageQuery
  onFilter: (filter: Filter, value: string) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const title = of === 'session' ? words.dearest_chats : words.dearest_turns
  return (
    <Section title={title}>
      <Loaded query={useUsage(query)} room="14rem">
        {({ rows }) => (
          <Table
            label={title}
            keyOf={({ key }) => key ?? ' none'}
            rows={rows}
            columns={[
              {
                key: 'name',
                head: words.groups.session,
                cell: (row) => <RowName group={of} row={row} onFilter={onFilter} />,
              },
              { key: 'calls', head: words.calls, end: true, cell: ({ calls }) => format.count(calls) },
              { key: 'spent', head: words.spent, end: true, cell: (row) => <Spending of={row} /> },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
