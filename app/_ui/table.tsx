import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface Column<R> {
  key: string
  /** Nothing where its cells only draw what the others say. */
  head: string | null
  cell: (row: R) => ReactNode
  /** In the last row, below the rule. */
  total?: ReactNode
  /** Figures stand at the end, one below the other. */
  end?: boolean
  /** Where there is no room, it may take more than one line. */
  wraps?: boolean
}

/** Rows that say what each of their cells is; what is wider than the page scrolls by itself, behind its first column. */
export function Table<R>({
  label,
  columns,
  rows,
  keyOf,
  ground = 'canvas',
}: {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
  /** What it stands on: its first column covers what scrolls behind it. */
  ground?: 'canvas' | 'raised'
}) {
  const hasTotal = columns.some(({ total }) => total !== undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys as well
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-separate border-spacing-0 text-small">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="*:border-line-strong *:border-b">
            {columns.map(({ key, head, end, wraps }, index) =>
              head === null ? (
                <td key={key} className="md:w-1/3" />
              ) : (
                <th
                  key={key}
                  scope="col"
                  className={clsx(
                    'py-(--cell-y) align-bottom font-semibold text-caption text-muted',
                    wraps ? 'md:whitespace-nowrap' : 'whitespace-nowrap',
                    end ? 'ps-3 text-end md:ps-5' : 'text-start',
                    index === 0 ? FIRST[ground] : !end && 'ps-3 md:ps-5',
                  )}
                >
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="*:border-line *:border-b">
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} first={index === 0 ? FIRST[ground] : null}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotal && (
          <tfoot>
            <tr className="font-semibold">
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} first={index === 0 ? FIRST[ground] : null}>
                  {column.end && column.total !== undefined ? (
                    <span className="inline-block border-ink-soft border-t border-b-[3px] border-b-ink-soft [border-bottom-style:double]">
                      {column.total}
                    </span>
                  ) : (
                    column.total
                  )}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const FIRST = {
  canvas: 'sticky start-0 z-1 bg-canvas pe-3',
  raised: 'sticky start-0 z-1 bg-raised pe-3',
} as const

function Cell<R>({ column, first, children }: { column: Column<R>; first: string | null; children: ReactNode }) {
  if (first !== null)
    return (
      <th scope="row" className={clsx('py-(--cell-y) text-start font-normal in-[tfoot]:font-semibold', first)}>
        {children}
      </th>
    )
  return (
    <td
      className={clsx(
        'py-(--cell-y)',
        'ps-3 md:ps-5',
        column.end && 'text-end',
        column.end && (column.wraps ? 'md:whitespace-nowrap' : 'whitespace-nowrap'),
        column.head === null && 'min-w-16 md:min-w-20',
      )}
    >
      {column.head === null ? <div className="relative h-6">{children}</div> : children}
    </td>
  )
}
