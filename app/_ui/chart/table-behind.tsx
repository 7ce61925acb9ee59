'use client'

import { type ReactNode, useState } from 'react'

/** The figures of a chart, for whoever does not see it or wants to read them. Made when it is opened. */
export function TableBehind({ label, children }: { label: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-2 print:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-mark py-1 text-caption text-muted underline decoration-line-control underline-offset-3 hover:text-ink pointer-coarse:py-3">
        {label}
      </summary>
      {isOpen && <div className="mt-2 max-h-96 overflow-y-auto">{children()}</div>}
    </details>
  )
}
