'use client'

import type { ReactNode } from 'react'
import { useLateTexts } from '../_texts/texts.ts'
import { Logo } from '../_ui/logo.tsx'

/** Around all that somebody meets behind a link that was shared: a page by itself, that scrolls as pages do. */
export function SharedFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const words = useLateTexts().shares
  return (
    <div className="column standalone pb-16">
      <header className="flex min-h-14 items-center gap-2.5">
        <Logo size={22} />
        <span className="font-semibold font-serif text-h3">Metis</span>
        <span className="flex-1 truncate text-ink-soft text-small">{words.conversation_below}</span>
        <span className="needs-script print:hidden">{actions}</span>
      </header>
      {/* With the margin in it that turns reach into: else they would be wider than what they are in. */}
      <main className="-mx-(--margin) px-(--margin)">{children}</main>
    </div>
  )
}
