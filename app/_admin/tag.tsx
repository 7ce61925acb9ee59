import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-line-strong text-muted',
  accent: 'border-accent-line bg-accent-soft text-accent',
  warn: 'border-warn-line bg-warn-soft text-warn',
} as const

/** A word or two on what something is, beside its name. */
export function Tag({
  tone = 'plain',
  title,
  children,
}: {
  tone?: keyof typeof TONES
  title?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={clsx('whitespace-nowrap rounded-mark border px-1.5 font-medium text-caption', TONES[tone])}
    >
      {children}
    </span>
  )
}
