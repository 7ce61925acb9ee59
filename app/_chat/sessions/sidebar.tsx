'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRef } from 'react'
import { useSessionList } from '../../_client/use-api.ts'
import { Button, IconButton } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Logo } from '../../_ui/logo.tsx'
import { ThemeToggle } from '../../_ui/theme-toggle.tsx'
import { offerOf } from '../commands/use-command.ts'
import { SessionRow } from './session-row.tsx'

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const path = usePathname()
  const newChat = useRef<HTMLAnchorElement>(null)
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSessionList({
    live: path.startsWith('/c/'),
  })
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-13 items-center gap-1 ps-4 pe-2">
        <Link href="/" className="flex flex-1 items-center gap-2.5 rounded-mark font-semibold font-serif text-h3">
          <Logo />
          Metis
        </Link>
        {onClose && <IconButton icon="close" label="Close" onClick={onClose} />}
      </div>
      <div className="px-3 pb-3">
        <Link
          ref={newChat}
          href="/"
          title="New chat (Ctrl+Shift+O)"
          aria-current={path === '/' ? 'page' : undefined}
          className="flex min-h-(--row) items-center gap-2.5 rounded-control border border-line-control bg-raised px-3 font-medium hover:bg-surface"
        >
          <Icon name="plus" />
          New chat
        </Link>
      </div>
      <SearchButton />
      <nav aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {isError && !data && (
          <div className="space-y-2 px-2 py-2 text-small">
            <p>The chats could not be loaded.</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        )}
        {!isPending && !isError && sessions.length === 0 && (
          <p className="px-2 py-2 text-muted text-small">
            Your chats will be listed here, newest first, each with what it has cost.
          </p>
        )}
        <ul className="space-y-px">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} current={path === `/c/${session.id}`} newChat={newChat} />
          ))}
        </ul>
        {hasNextPage && (
          <Button className="mt-2 w-full" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older chats
          </Button>
        )}
      </nav>
      <div className="flex items-center justify-between border-line border-t px-3 py-2">
        <Link
          href="/settings/keys"
          className="flex min-h-(--row) items-center gap-2 rounded-control px-2.5 text-ui hover:bg-hover pointer-coarse:min-h-11"
        >
          <Icon name="gear" />
          Settings
        </Link>
        <ThemeToggle />
      </div>
    </div>
  )
}

/** Looks like the field that it opens. */
function SearchButton() {
  return (
    <div className="px-3 pb-3">
      <button
        type="button"
        className="flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-3 text-start text-muted hover:bg-hover hover:text-ink"
        onClick={() => offerOf('palette')?.run()}
      >
        <Icon name="search" />
        Search
      </button>
    </div>
  )
}
