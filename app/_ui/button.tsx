import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

const VARIANTS = {
  primary: 'bg-accent text-accent-ink hover:opacity-90',
  plain: 'border border-line-strong bg-raised hover:bg-hover',
  danger: 'bg-danger text-canvas hover:opacity-90',
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
        'inline-flex h-9 items-center justify-center gap-2 rounded-lg px-3.5 font-medium text-sm transition-colors disabled:opacity-45',
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
  size = 18,
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
        'inline-grid size-9 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-45',
        className,
      )}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
