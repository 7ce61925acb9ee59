import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const VARIANTS = {
  primary: 'border-accent-solid bg-accent-solid text-accent-ink hover:bg-accent-hover',
  plain: 'border-line-control bg-raised hover:bg-surface',
  danger: 'border-danger bg-raised text-danger hover:bg-danger-soft',
} as const

export function Button({
  variant = 'plain',
  className,
  ...props
}: ComponentProps<'button'> & { variant?: keyof typeof VARIANTS }) {
  return (
    <button
      type="button"
      {...props}
      className={clsx(
        'inline-flex min-h-(--row) items-center justify-center gap-2 rounded-control border px-3.5 font-medium text-ui transition-colors duration-(--t-press) disabled:border-line-strong disabled:bg-surface disabled:text-muted',
        VARIANTS[variant],
        className,
      )}
    />
  )
}
