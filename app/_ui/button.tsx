import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

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

/** A button that shows only an icon; the label is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = 16,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'children' | 'title' | 'aria-label'> & {
  icon: IconName
  label: string
  size?: number
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={clsx(
        'inline-grid size-9 shrink-0 place-items-center rounded-control text-muted transition-colors duration-(--t-press) hover:bg-hover hover:text-ink disabled:opacity-45 pointer-coarse:size-11',
        className,
      )}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
