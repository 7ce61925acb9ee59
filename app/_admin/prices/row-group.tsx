'use client'

import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

const AT_FIRST = 25
const MORE = 250

/** Rows of one kind under a title, the first of them and then more: a table may have fifty thousand. */
export function RowGroup<R>({
  title,
  rows,
  columns,
  children,
}: {
  title: ReactNode
  rows: readonly R[]
  columns: number
  children: (row: R) => ReactNode
}) {
  const words = useAdminTexts().prices
  const [shown, setShown] = useState(AT_FIRST)
  if (rows.length === 0) return null
  const left = rows.length - shown
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={columns}
          className="border-line-strong border-b pt-4 pb-1.5 text-start font-semibold text-caption text-muted"
        >
          <span className="sticky start-0">{title}</span>
        </th>
      </tr>
      {rows.slice(0, shown).map(children)}
      {left > 0 && (
        <tr>
          <td colSpan={columns}>
            <button
              type="button"
              onClick={() => setShown(shown + MORE)}
              className="sticky start-0 min-h-(--row) underline decoration-dotted underline-offset-3 hover:text-accent pointer-coarse:min-h-11"
            >
              {words.more(left)}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  )
}
