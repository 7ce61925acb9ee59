'use client'

import { clsx } from 'clsx'

export function TemporarySwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className="flex min-h-9 items-center gap-2 rounded-control px-2.5 text-ink-soft text-small hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      Temporary
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
  return (
    <p role="note" className="column mb-2 text-center text-muted text-small">
      A temporary chat: in no list, and removed for good a minute after its last page is closed. What it costs stays
      counted, and files that you attach stay in the data folder.
    </p>
  )
}
