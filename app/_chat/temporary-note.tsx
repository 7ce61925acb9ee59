'use client'

import { clsx } from 'clsx'
import { useTexts } from '../_texts/texts.ts'

export function TemporarySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const words = useTexts().page
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className="flex min-h-9 items-center gap-2 rounded-control px-2.5 text-ink-soft text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      {words.temporary}
      <span
        aria-hidden="true"
        className={clsx(
          'flex h-4.5 w-8 items-center rounded-full border px-0.5 forced-color-adjust-none',
          on ? 'justify-end border-accent bg-accent' : 'border-line-control bg-raised',
        )}
      >
        <span className={clsx('size-3 rounded-full', on ? 'bg-raised' : 'bg-muted')} />
      </span>
    </button>
  )
}

/** What becomes of a temporary chat, where it is written. */
export function TemporaryNote() {
  const words = useTexts().page
  return (
    <p role="note" className="column mb-2 text-center text-muted text-small">
      {words.temporary_about}
    </p>
  )
}
