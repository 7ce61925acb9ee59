'use client'

import { Icon } from '../../_ui/icon.tsx'

/** One of the things to try. */
export function Example({ title, about, onPick }: { title: string; about: string; onPick: () => void }) {
  return (
    <li className="border-line not-first:border-t">
      <button type="button" onClick={onPick} className="group flex min-h-11 w-full items-center gap-4 py-2 text-start">
        <span className="flex-1">
          <span className="block font-serif text-body leading-snug group-hover:text-accent">{title}</span>
          <span className="block text-caption text-muted" aria-live="polite">
            {about}
          </span>
        </span>
        <span className="text-muted">
          <Icon name="chevron-right" />
        </span>
      </button>
    </li>
  )
}
