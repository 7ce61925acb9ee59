import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

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
