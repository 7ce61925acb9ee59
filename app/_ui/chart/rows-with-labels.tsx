import type { ReactNode } from 'react'

export interface LabelledRow {
  key: string
  label: string
}

/** A line for each row, with what it is called before it: a long name is cut, and whole in the table. */
export function RowsWithLabels({
  rows,
  rowHeight,
  children,
}: {
  rows: readonly LabelledRow[]
  rowHeight: number
  children: ReactNode
}) {
  return (
    <div className="chart flex gap-3">
      <ul aria-hidden="true" className="w-fit max-w-[38%] shrink-0 text-caption text-ink-soft">
        {rows.map(({ key, label }) => (
          <li key={key} title={label} className="truncate" style={{ height: rowHeight, lineHeight: `${rowHeight}px` }}>
            {label}
          </li>
        ))}
      </ul>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
