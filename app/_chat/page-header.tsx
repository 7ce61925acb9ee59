'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTexts } from '../_texts/texts.ts'
import { Icon } from '../_ui/icon.tsx'
import { IconButton } from '../_ui/icon-button.tsx'
import { PageLink } from '../_ui/page-link.tsx'
import { SHOW_CHATS_ID, useToggleSidebar } from './use-sidebar.ts'

export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const words = useTexts().page
  const toggleSidebar = useToggleSidebar()
  return (
    <header
      className={clsx(
        'relative z-10 flex min-h-13 shrink-0 items-center gap-1 border-b px-2 md:gap-3 md:px-5',
        title ? 'border-line' : 'border-transparent',
      )}
    >
      <IconButton
        id={SHOW_CHATS_ID}
        icon="menu"
        label={words.chats}
        className="md:not-folded:hidden print:hidden"
        onClick={toggleSidebar}
      />
      {title ? (
        <h1 className="min-w-0 flex-1 truncate font-semibold font-serif text-[1.0625rem] leading-tight" dir="auto">
          {title}
        </h1>
      ) : (
        <span className="flex-1" />
      )}
      {children}
      <PageLink
        href="/"
        aria-label={words.new_chat}
        className="inline-grid size-9 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink md:not-folded:hidden print:hidden pointer-coarse:size-11"
      >
        <Icon name="plus" />
      </PageLink>
    </header>
  )
}
