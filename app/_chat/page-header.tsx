'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { IconButton } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { useOpenDrawer } from './chat-shell.tsx'

export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const openDrawer = useOpenDrawer()
  return (
    <header className="relative z-10 flex h-14 shrink-0 items-center gap-2 px-2 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-3 after:bg-linear-to-b after:from-canvas after:to-transparent md:px-6">
      <IconButton icon="menu" label="Chats" className="md:hidden" onClick={openDrawer} />
      <h1 className="min-w-0 flex-1 truncate font-medium text-sm" dir="auto">
        {title}
      </h1>
      {children}
      <Link
        href="/"
        aria-label="New chat"
        className="inline-grid size-9 place-items-center rounded-lg text-muted hover:bg-hover hover:text-ink md:hidden"
      >
        <Icon name="plus" />
      </Link>
    </header>
  )
}
