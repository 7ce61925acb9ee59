import { clsx } from 'clsx'

const TONES = { plain: 'bg-(--fill)', warn: 'bg-warn', danger: 'bg-danger' } as const

/** How much of something is taken, as a bar. `text` says it in words. */
export function Meter({
  label,
  text,
  part,
  tone = 'plain',
}: {
  label: string
  text: string
  /** Of 1. */
  part: number
  tone?: keyof typeof TONES
}) {
  return (
    <div
      role="img"
      aria-label={`${label}: ${text}`}
      className="h-2 overflow-hidden rounded-full border border-line-strong bg-sunken forced-color-adjust-none"
    >
      <div className={clsx('h-full', TONES[tone])} style={{ width: `${part * 100}%` }} />
    </div>
  )
}
