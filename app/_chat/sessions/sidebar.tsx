'use client'

import { usePathname } from 'next/navigation'
import { useRef, useState } from 'react'
import { isWhole, type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { useSessionList } from '../../_client/use-api.ts'
import { behindFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { type Texts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { IconButton } from '../../_ui/icon-button.tsx'
import { Logo } from '../../_ui/logo.tsx'
import { PageLink } from '../../_ui/page-link.tsx'
import { ThemeToggle } from '../../_ui/theme-toggle.tsx'
import { offerOf } from '../commands/use-command.ts'
import { ChatList } from './chat-list.tsx'
import { LateUndoBar } from './late-undo-bar.ts'
import { PartMenu } from './part-menu.tsx'
import { nameOf } from './part-name.ts'
import { SessionRow } from './session-row.tsx'

const LabelActions = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.LabelActions))

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const texts = useTexts()
  const words = texts.chats
  const path = usePathname()
  const newChat = useRef<HTMLAnchorElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const [part, setPart] = useState<SessionPart>(WHOLE_LIST)
  const [titling, setTitling] = useState(false)
  const list = useSessionList(part, { live: path.startsWith('/c/') })
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetching } = list
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  return (
    <div className="flex h-full flex-col low:overflow-y-auto">
      <div className="flex min-h-13 items-center gap-1 ps-4 pe-2">
        <PageLink
          href="/"
          className="flex flex-1 items-center gap-2.5 rounded-mark font-semibold font-serif text-h3 pointer-coarse:min-h-11"
        >
          <Logo />
          Metis
        </PageLink>
        {onClose && <IconButton icon="close" label={texts.page.close} onClick={onClose} />}
      </div>
      <div className="px-3 pb-1">
        <PageLink
          ref={newChat}
          href="/"
          title={texts.page.new_chat_keys}
          aria-current={path === '/' ? 'page' : undefined}
          className="flex min-h-(--row) items-center gap-2.5 rounded-control border border-line-control bg-raised px-3 font-medium hover:bg-surface"
        >
          <Icon name="plus" />
          {texts.page.new_chat}
        </PageLink>
      </div>
      <SearchButton />
      <div className="relative flex items-center px-2 pb-1">
        <PartMenu part={part} onPick={setPart} onTitles={() => setTitling(true)} />
        {part.archived ? (
          <IconButton icon="close" label={words.list_all} onClick={() => setPart(WHOLE_LIST)} />
        ) : (
          <LabelActions part={part} onPick={setPart} />
        )}
      </div>
      <nav
        ref={scroller}
        aria-label={texts.page.chats}
        className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-3 low:min-h-40"
      >
        {isError && !data && (
          <div className="space-y-2 px-2 py-2 text-small">
            <p>{words.not_loaded}</p>
            <Button onClick={() => void refetch()}>{texts.page.try_again}</Button>
          </div>
        )}
        {!isPending && !isError && sessions.length === 0 && (
          <p className="px-2 py-2 text-muted text-small">{emptyWords(words, part)}</p>
        )}
        <ChatList
          sessions={sessions}
          openId={path.startsWith('/c/') ? path.slice('/c/'.length) : null}
          scroller={scroller}
          onNearEnd={hasNextPage && !isFetching && !list.isFetchNextPageError ? () => void fetchNextPage() : null}
        >
          {(session) => (
            <SessionRow session={session} current={path === `/c/${session.id}`} newChat={newChat} onLeave={onClose} />
          )}
        </ChatList>
        {list.isFetchNextPageError && (
          <Button className="mt-2 w-full" onClick={() => void fetchNextPage()}>
            {words.older}
          </Button>
        )}
      </nav>
      <LateUndoBar />
      {titling && <Titles onClose={() => setTitling(false)} />}
      <div className="flex items-center justify-between border-line border-t px-3 py-2">
        <PageLink
          href="/settings/keys"
          className="flex min-h-(--row) items-center gap-2 rounded-control px-2.5 text-ui hover:bg-hover pointer-coarse:min-h-11"
        >
          <Icon name="gear" />
          {texts.page.settings}
        </PageLink>
        <ThemeToggle />
      </div>
    </div>
  )
}

/** Looks like the field that it opens. */
function SearchButton() {
  const words = useTexts().chats
  return (
    <div className="px-3 pb-1">
      <button
        type="button"
        className="flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-3 text-start text-muted hover:bg-hover hover:text-ink"
        onClick={() => offerOf('palette')?.run()}
      >
        <Icon name="search" />
        {words.search}
      </button>
    </div>
  )
}

const titlesDialog = latePart(() => import('./titles-dialog.tsx'))

function Titles({ onClose }: { onClose: () => void }) {
  const part = useLatePart(titlesDialog)
  return part ? <part.TitlesDialog onClose={onClose} /> : null
}

function emptyWords(words: Texts['chats'], part: SessionPart): string {
  if (isWhole(part)) return words.empty
  if (part.archived) return words.empty_archive
  return words.empty_part(nameOf(words, part))
}
