'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { lateComponent } from '../../_content/late-component.tsx'
import type { CostView } from './cost-view.ts'

const CostDialog = lateComponent(async () => (await import('../late-dialogs.ts')).DIALOGS.CostDialog)

/** A figure that says how it comes about. */
export function CostButton({
  view,
  title,
  className,
  children,
}: {
  view: CostView
  title: string
  className?: string | undefined
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={title}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={clsx(
          'rounded-mark hover:underline hover:decoration-dotted hover:underline-offset-3 pointer-coarse:min-h-11',
          className,
        )}
      >
        {children}
      </button>
      {isOpen && <CostDialog view={view} onClose={() => setIsOpen(false)} />}
    </>
  )
}
