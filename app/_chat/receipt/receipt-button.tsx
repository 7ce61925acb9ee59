'use client'

import { type ReactNode, useState } from 'react'
import { lateComponent } from '../../_content/late-component.tsx'

const ReceiptDialog = lateComponent(async () => (await import('../late-dialogs.ts')).DIALOGS.ReceiptDialog)

/** Opens how an answer came about. */
export function ReceiptButton({ messageId, children }: { messageId: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="rounded-mark text-ink-soft underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent hover:decoration-solid pointer-coarse:min-h-11 print:hidden"
      >
        {children}
      </button>
      {isOpen && <ReceiptDialog messageId={messageId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
