'use client'

import { partOf } from '../../_content/dollars.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { RangeBar } from '../../_ui/chart/range-bar.tsx'
import { type Column, Table } from '../../_ui/table.tsx'
import { Saving, Spending, Tokens } from './figures.tsx'
import { LedgerNotes } from './ledger-notes.tsx'
import { type LedgerRow, type LedgerSums, ledgerRows } from './ledger-row.ts'
import { RowName } from './row-name.tsx'
import type { Usage } from './use-usage.ts'
import { type Filter, LEDGER_GROUPS, LEDGER_ROWS } from './view.ts'

/** What calls took and came to, told apart by whatever was asked for, with the sum of all of them below a rule. */
export function Ledger({ usage, onFilter }: { usage: Usage; onFilter: (filter: Filter, value: string) => void }) {
  const { format } = useTexts()
  const words = useAdminTexts().usage
  const { asked, totals } = usage
  const group = LEDGER_GROUPS.find((each) => each === asked.group_by) ?? 'model'
  // A call that used several tools is in the row of each: nothing can be taken from the whole.
  const areAll = group === 'tool' || usage.rows.length < LEDGER_ROWS
  const rows = ledgerRows(usage.rows, totals, areAll)
  const share = ({ cost_usd }: LedgerSums) => partOf(cost_usd, totals.cost_usd)
  const largest = Math.max(...rows.map(share))

  /** A column of figures, with that of the whole below it. */
  function figures(key: string, head: string, cell: (sums: LedgerSums) => React.ReactNode): Column<LedgerRow> {
    return { key, head, end: true, cell, total: cell(totals) }
  }

  return (
    <>
      <Table
        label={words.ledger_by[group]}
        keyOf={({ row }) => (row === null ? ' others' : (row.key ?? ' none'))}
        rows={rows}
        columns={[
          {
            key: 'name',
            head: words.groups[group],
            cell: ({ row }) => (row ? <RowName group={group} row={row} onFilter={onFilter} /> : words.others),
            total: words.all_calls,
          },
          figures('calls', words.calls, ({ calls }) => format.count(calls)),
          figures('new', words.read_new, ({ input_tokens }) => <Tokens count={input_tokens} />),
          figures('into', words.into_cache, (sums) => (
            <Tokens
              count={sums.cache_creation_input_tokens}
              part={{ count: sums.cache_creation_1h_input_tokens, said: words.kept_for_an_hour }}
            />
          )),
          figures('from', words.from_cache, (sums) => <Tokens count={sums.cached_input_tokens} />),
          figures('wrote', words.wrote, (sums) => (
            <Tokens count={sums.output_tokens} part={{ count: sums.reasoning_tokens, said: words.for_thinking }} />
          )),
          figures('saved', words.saved, (sums) => <Saving usd={sums.cache_saved_usd} />),
          figures('spent', words.spent, (sums) => <Spending of={sums} />),
          {
            key: 'share',
            head: words.share,
            end: true,
            cell: (sums) => sums.cost_usd !== null && <span className="text-muted">{format.percent(share(sums))}</span>,
          },
          {
            key: 'bar',
            head: null,
            cell: (sums) => share(sums) > 0 && <RangeBar value={share(sums) / largest} />,
          },
        ]}
      />
      <LedgerNotes totals={totals}>
        {!areAll && <p>{words.first_rows(LEDGER_ROWS)}</p>}
        {group === 'tool' && <p>{words.tools_overlap}</p>}
        {group === 'team' && <p>{words.teams_overlap}</p>}
      </LedgerNotes>
    </>
  )
}
