import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { BranchRow } from '#lib/canonical/branch-row.ts'

/** Farther from the active path, rows stand one under the other: a narrow page has no more room. */
const MOST_COLUMNS = 7

/** The lines before a row: those of the branches that it stands beside, its own, and its mark. */
export function BranchRails({ row, isFirst, goesOn }: { row: BranchRow; isFirst: boolean; goesOn: boolean }) {
  const columns = Math.min(row.depth, MOST_COLUMNS)
  const { begins } = row
  return (
    <span aria-hidden="true" className="flex shrink-0 self-stretch">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is nothing but its place
        <Column key={column}>
          <span className={clsx(LINE, column === 0 ? ACTIVE : OTHER, isFirst ? 'top-1/2' : 'top-0', 'bottom-0')} />
          {begins && column === columns - 1 && (
            <span className="absolute start-1/2 top-1/2 h-px w-full bg-line-strong forced-colors:bg-[CanvasText]" />
          )}
        </Column>
      ))}
      <Column>
        {!isFirst && !begins && <span className={clsx(LINE, row.is_active ? ACTIVE : OTHER, 'top-0 h-1/2')} />}
        {goesOn && <span className={clsx(LINE, row.is_active ? ACTIVE : OTHER, 'bottom-0 h-1/2')} />}
        <Mark row={row} />
      </Column>
    </span>
  )
}

const LINE = 'absolute start-1/2 -translate-x-1/2 rtl:translate-x-1/2 forced-colors:bg-[CanvasText]'
const ACTIVE = 'w-0.5 bg-accent'
const OTHER = 'w-px bg-line-strong'

function Column({ children }: { children: ReactNode }) {
  return <span className="relative w-5 shrink-0">{children}</span>
}

/** A question is a full disc, an answer a ring, and what is folded three dots. */
function Mark({ row: { kind, is_active } }: { row: BranchRow }) {
  if (kind === 'folded') {
    return (
      <span className="absolute inset-x-0 top-1/2 mx-auto flex w-3 -translate-y-1/2 flex-col items-center gap-0.5 bg-raised py-1">
        <Dot />
        <Dot />
        <Dot />
      </span>
    )
  }
  return (
    <span
      className={clsx(
        'absolute inset-x-0 top-1/2 mx-auto size-2 -translate-y-1/2 rounded-full border',
        is_active ? 'border-accent' : 'border-muted',
        kind === 'answer' ? 'bg-raised' : is_active ? 'bg-accent' : 'bg-muted',
      )}
    />
  )
}

function Dot() {
  return <span className="size-0.5 rounded-full bg-muted" />
}
