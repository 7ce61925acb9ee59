'use client'

import { clsx } from 'clsx'
import type { RateName } from '#lib/pricing/price-form.ts'
import { useAdminTexts } from '../../_texts/admin-texts.ts'

/** One rate of the draft: what it is, what it was where that is another, and a field while it is edited. */
export function RateCell({
  rate,
  label,
  column,
  value,
  before,
  isFree,
  isAwaited,
  faultId,
  isActive,
  editing,
  onLeave,
}: {
  rate: RateName
  /** Whose rate it is. */
  label: string
  column: number
  value: string | undefined
  /** `undefined`: it is what it was. */
  before: string | undefined
  isFree: boolean
  /** Its row waits for a price. */
  isAwaited: boolean
  /** Of the words on what is wrong with it. */
  faultId: string | undefined
  isActive: boolean
  /** With what its field begins; `null` while it is not edited. */
  editing: string | null
  onLeave: (text: string) => void
}) {
  const words = useAdminTexts().prices
  const shown = isFree ? words.free : (value ?? words.none)
  const box = clsx(
    'inline-flex min-h-9 min-w-17 flex-col items-end justify-center rounded-control border px-2 py-0.5 leading-tight pointer-coarse:min-h-11',
    faultId !== undefined
      ? 'border-danger bg-danger-soft'
      : before !== undefined
        ? 'border-warn-line bg-warn-soft'
        : isAwaited
          ? 'border-line-control bg-raised'
          : 'border-transparent group-hover/cell:border-line-control',
  )
  if (editing !== null) {
    return (
      <td data-column={column} className="px-0.5 py-1 text-end">
        <input
          // biome-ignore lint/a11y/noAutofocus: the cell was just entered
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-label={words.cell(words.rates[rate], label)}
          aria-describedby={faultId}
          defaultValue={editing}
          onBlur={(event) => onLeave(event.currentTarget.value)}
          className="min-h-9 w-20 rounded-control border border-accent bg-raised px-2 text-end text-base md:text-small pointer-coarse:min-h-11"
        />
      </td>
    )
  }
  return (
    <td
      data-column={column}
      tabIndex={isActive ? 0 : -1}
      aria-invalid={faultId === undefined ? undefined : true}
      aria-describedby={faultId}
      className="group/cell cursor-text px-0.5 py-1 text-end outline-offset-[-2px]"
    >
      <span className={box}>
        {before !== undefined && (
          <s className="text-caption text-muted">
            <span className="sr-only">{words.before} </span>
            {before}
            <span className="sr-only">, </span>
          </s>
        )}
        <span className={value === undefined ? 'text-muted' : undefined}>{shown}</span>
      </span>
    </td>
  )
}
