'use client'

import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { TableBehind } from '../../_ui/chart/table-behind.tsx'
import { Table } from '../../_ui/table.tsx'
import { Amount, Tokens, useFigures } from './figures.tsx'
import { RowName } from './row-name.tsx'
import { Loaded } from './section.tsx'
import { type UnreadAnswer, type UnreadQuery, useUnreadWrites } from './use-usage.ts'
import type { Filter } from './view.ts'

/** What was written to a cache and never read from it, and what that cost above reading it as ordinary input. */
export function UnreadWrites({
  query,
  onFilter,
}: {
  query: UnreadQuery
  onFilter: (filter: Filter, value: string) => void
}) {
  return (
    <Loaded query={useUnreadWrites(query)} room="3rem">
      {(answer) => <Writes answer={answer} onFilter={onFilter} />}
    </Loaded>
  )
}

function Writes({
  answer: { rows, totals },
  onFilter,
}: {
  answer: UnreadAnswer
  onFilter: (filter: Filter, value: string) => void
}) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { amount } = useFigures()
  if (totals.writes === 0) return <p className="mt-2 text-small">{words.all_writes_read}</p>
  const premium = amount(totals.premium_usd)
  const isDearer = Number(totals.premium_usd) > 0
  return (
    <>
      <p className="mt-2 text-small">
        {words.unread_writes(words.tokens_exactly(totals.tokens), totals.writes)}{' '}
        {isDearer && words.unread_premium(totals.unpriced_writes > 0 ? words.at_least(premium) : premium)}{' '}
        {totals.unpriced_writes > 0 && words.unread_unpriced(totals.unpriced_writes)}
      </p>
      <TableBehind label={words.unread_as_table}>
        {() => (
          <Table
            label={words.unread_title}
            keyOf={({ key }) => key ?? ' none'}
            rows={rows}
            columns={[
              {
                key: 'model',
                head: words.groups.model,
                cell: ({ key }) => <RowName group="model" row={{ key }} onFilter={onFilter} />,
                total: words.all,
              },
              {
                key: 'writes',
                head: words.writes,
                end: true,
                cell: ({ writes }) => format.count(writes),
                total: format.count(totals.writes),
              },
              {
                key: 'tokens',
                head: words.into_cache,
                end: true,
                cell: ({ tokens }) => <Tokens count={tokens} />,
                total: <Tokens count={totals.tokens} />,
              },
              {
                key: 'premium',
                head: words.above_input,
                end: true,
                cell: (row) => <Premium of={row} />,
                total: <Premium of={totals} />,
              },
            ]}
          />
        )}
      </TableBehind>
    </>
  )
}

/** Nothing where no part of it is known; a sum without the rest is "at least". */
function Premium({ of }: { of: Pick<UnreadAnswer['totals'], 'premium_usd' | 'writes' | 'unpriced_writes'> }) {
  const words = useAdminTexts().usage
  const { amount } = useFigures()
  const { premium_usd, writes, unpriced_writes } = of
  if (unpriced_writes === writes) return words.not_known
  if (unpriced_writes > 0) return words.at_least(amount(premium_usd))
  return <Amount usd={premium_usd} />
}
