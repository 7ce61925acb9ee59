'use client'

import { clsx } from 'clsx'
import { type ReactNode, useContext } from 'react'
import { createChoice } from '../_content/choice.ts'
import { useTexts } from '../_texts/texts.ts'
import { PageLink } from '../_ui/page-link.tsx'
import { MaySetUp } from './may-set-up.ts'
import { useScripted } from './scripted.ts'

const HIDDEN = createChoice('demo-note-hidden')

/** Says that answers come from a script, for as long as no key is configured. `children` stand at the end of its line. */
export function DemoNotice({ children }: { children?: ReactNode }) {
  const words = useTexts().page
  const scripted = useScripted()
  const maySetUp = useContext(MaySetUp)
  const hidden = HIDDEN.useChosen()
  // The place is kept from the beginning: nothing moves when it is known what stands there.
  if (!scripted || hidden) {
    // Where it was hidden before, only this browser knows.
    const room = !scripted
      ? 'h-7'
      : children
        ? 'h-7 max-md:h-12 pointer-coarse:h-11 pointer-coarse:max-md:h-16'
        : 'h-7 pointer-coarse:h-11'
    return <div className={clsx('column @container flex items-start text-caption text-muted', room)}>{children}</div>
  }
  return (
    <div
      role="note"
      className="column flex min-h-7 flex-wrap items-start gap-x-2.5 pb-1 md:flex-nowrap text-caption text-muted pointer-coarse:items-center pointer-coarse:pb-0"
    >
      <span className="ps-1 md:shrink-0">
        {words.demo}
        <span className={children ? 'sr-only' : 'max-md:sr-only'}> {words.demo_about}</span>
      </span>
      {maySetUp && (
        <PageLink
          href="/settings/keys"
          className="inline-flex shrink-0 items-center rounded-mark text-ink-soft underline decoration-dotted decoration-line-control underline-offset-3 hover:text-accent hover:decoration-solid pointer-coarse:min-h-11"
        >
          {words.add_key}
        </PageLink>
      )}
      <button
        type="button"
        className="shrink-0 rounded-mark underline decoration-dotted decoration-line-control underline-offset-3 hover:text-ink pointer-coarse:min-h-11"
        onClick={() => HIDDEN.choose(true)}
      >
        {words.hide_note}
      </button>
      {children && (
        <span className="@container flex h-5 min-w-0 basis-full items-start ps-1 md:h-auto md:flex-1 md:basis-0 md:ps-0 max-md:[&_button]:hidden">
          {children}
        </span>
      )}
    </div>
  )
}
