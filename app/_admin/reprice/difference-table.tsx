'use client'

import { type ReactNode, useState } from 'react'
import type { Difference } from '#lib/api/reprice.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Segments } from '../../_ui/segments.tsx'
import { type Column, Table } from '../../_ui/table.tsx'
import { Spending } from '../usage/figures.tsx'
import { DIFFERENCE_GROUPS, type DifferenceGroup, type Line, lineOf, useLines } from './difference-line.tsx'
import { More } from './more.tsx'

/** So many are shown at first. */
const FEW = 12

/** What was billed beside what it would be, told apart by whatever the reader chooses. */
export function DifferenceTable({ difference }: { difference: Difference }) {
  const { format } = useTexts()
  const { reprices: words, usage } = useAdminTexts()
  const [group, setGroup] = useState<DifferenceGroup>('model')
  const [areAll, showAll] = useState(false)
  const lines = useLines(difference, group)
  const whole = lineOf(difference)
  const groups = { ...usage.groups, ...words.groups }
  const shown = areAll ? lines : lines.slice(0, FEW)
  const calls = lines.reduce((sum, line) => sum + line.before.calls, 0)

  /** A column of figures, with that of the whole below it. */
  function figures(key: string, head: string, cell: (line: Line) => ReactNode): Column<Line> {
    return { key, head, end: true, cell, total: cell(whole) }
  }

  return (
    <>
      <div className="mb-3 max-w-full overflow-x-auto">
        <Segments
          label={usage.told_apart_by}
          options={DIFFERENCE_GROUPS.map((value) => ({ value, label: groups[value] }))}
          chosen={group}
          onChoose={(chosen) => {
            setGroup(chosen)
            showAll(false)
          }}
        />
      </div>
      <Table
        label={words.difference_by[group]}
        keyOf={({ key }) => key}
        rows={shown}
        columns={[
          { key: 'name', head: groups[group], cell: ({ name }) => name, total: usage.all_calls },
          group === 'call'
            ? { key: 'source', head: words.computed_from, cell: ({ source }) => source }
            : figures('calls', usage.calls, ({ before }) => format.count(before.calls)),
          figures('before', words.as_billed, ({ before }) => <Spending of={before} />),
          figures('after', words.by_version, ({ after }) => <Spending of={after} />),
          figures('difference', words.difference, ({ more }) => <More usd={more} />),
        ]}
      />
      {calls < difference.calls && <p className="mt-2 text-muted text-small">{words.largest(lines.length)}</p>}
      {shown.length < lines.length && (
        <Button onClick={() => showAll(true)} className="mt-3 pointer-coarse:min-h-11">
          {words.show_all(lines.length)}
        </Button>
      )}
    </>
  )
}
