import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { BUTTON_LOOK } from './button-look.ts'

export function Button({
  variant = 'plain',
  className,
  ...props
}: ComponentProps<'button'> & { variant?: keyof typeof BUTTON_LOOK }) {
  return <button type="button" {...props} className={clsx(BUTTON_LOOK[variant], className)} />
}
