import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export const FIELD =
  'min-h-(--row) w-full min-w-0 rounded-control border border-line-control bg-raised px-3 text-base placeholder:text-muted md:text-ui pointer-coarse:min-h-11'

/** A text field with its label above it. It has no name and no value of React's: what is typed is nowhere in the page. */
export function Field({
  label,
  hint,
  className,
  ...props
}: ComponentProps<'input'> & { label: string; hint?: string }) {
  return (
    <label className="block">
      <span className="mb-1 block font-semibold text-caption text-muted">{label}</span>
      <input autoComplete="off" spellCheck={false} {...props} className={clsx(FIELD, className)} />
      {hint && <span className="mt-1 block text-caption text-muted">{hint}</span>}
    </label>
  )
}
