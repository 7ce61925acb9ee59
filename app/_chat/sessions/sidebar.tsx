'use client'

import { usePathname } from 'next/navigation'
import { useContext, useRef, useState } from 'react'
import type { Label } from '#lib/canonical/label.ts'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { isWhole, type SessionPart, WHOLE_LIST } from '../../_client/session-part.ts'
import { useSessionList } from '../../_client/use-api.ts'
import { useLabels } from '../../_client/use-labels.ts'
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
import { PAGE_KEYS } from '../commands/keys.ts'
import { offerOf } from '../commands/use-command.ts'
import { MaySetUp } from '../may-set-up.ts'
import { HIDE_CHATS_ID, useToggleSidebar } from '../use-sidebar.ts'
import { ChatList } from './chat-list.tsx'
import { LateUndoBar } from './late-undo-bar.ts'
import { useOpenFolders } from './open-folders.ts'
import { PartMenu } from './part-menu.tsx'
import { nameOf } from './part-name.ts'
import { SessionRow } from './session-row.tsx'

const KeyHint = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.KeyHint))

const FolderList = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.FolderList))

const LabelActions = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.LabelActions))

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const texts = useTexts()
  const words = texts.chats
  const toggleSidebar = useToggleSidebar()
  const path = usePathname()
  const newChat = useRef<HTMLAnchorElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const [part, setPart] = useState<SessionPart>(WHOLE_LIST)
  const [titling, setTitling] = useState(false)
  const live = path.startsWith('/c/')
  const list = useSessionList(part, { live })
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetching } = list
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  const labels = useLabels()
  const open = useOpenFolders()
  // In the whole list the folders stand between the pinned chats and all others.
  const folders = isWhole(part) ? (labels.data?.folders.filter(({ listed }) => listed > 0) ?? []) : []
  const unpinned = folders.length > 0 ? sessions.filter(({ pinned }) => pinned).length : 0

  function row(session: SessionSummary) {
    return <SessionRow session={session} current={path === `/c/${session.id}`} newChat={newChat} onLeave={onClose} />
  }

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
        {onClose ? (
          <IconButton icon="close" label={texts.page.close} onClick={onClose} />
        ) : (
          <IconButton id={HIDE_CHATS_ID} icon="panel" label={texts.page.hide_chats} onClick={toggleSidebar} />
        )}
      </div>
      <div className="flex gap-1.5 px-3 pb-2">
        <SearchButton />
        <PageLink
          ref={newChat}
          href="/"
          aria-label={texts.page.new_chat}
          title={texts.page.new_chat_keys}
          aria-current={path === '/' ? 'page' : undefined}
          className="grid size-(--row) shrink-0 place-items-center rounded-control border border-line-control bg-raised hover:bg-surface"
        >
          <Icon name="plus" />
        </PageLink>
      </div>
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
        className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-3 low:min-h-40 [--pitch:calc(var(--row)-0.0625rem)] pointer-coarse:[--pitch:2.8125rem]"
      >
        <div>
          {isError && !data && (
            <div className="space-y-2 px-2 py-2 text-small">
              <p>{words.not_loaded}</p>
              <Button onClick={() => void refetch()}>{texts.page.try_again}</Button>
            </div>
          )}
          {!isPending && !isError && sessions.length === 0 && folders.length === 0 && (
            <p className="px-2 py-2 text-muted text-small">{emptyWords(words, part)}</p>
          )}
          <ChatList sessions={sessions.slice(0, unpinned)} scroller={scroller} onNearEnd={null}>
            {row}
          </ChatList>
          {folders.length > 0 && (
            <div style={{ minHeight: `calc(var(--pitch) * ${rowsOf(folders, open)})` }}>
              <FolderList folders={folders} open={open} scroller={scroller} live={live}>
                {row}
              </FolderList>
            </div>
          )}
          {/* It would move under the reader's eyes when it is known what stands above it. */}
          <div className={labels.isPending && labels.failureCount === 0 ? 'invisible' : undefined}>
            <ChatList
              sessions={sessions.slice(unpinned)}
              scroller={scroller}
              onNearEnd={hasNextPage && !isFetching && !list.isFetchNextPageError ? () => void fetchNextPage() : null}
            >
              {row}
            </ChatList>
          </div>
          {list.isFetchNextPageError && (
            <Button className="mt-2 w-full" onClick={() => void fetchNextPage()}>
              {words.older}
            </Button>
          )}
        </div>
      </nav>
      <LateUndoBar />
      {titling && <Titles onClose={() => setTitling(false)} />}
      <div className="flex items-center gap-1 border-line border-t px-3 py-2 text-small">
        {useContext(MaySetUp) && (
          <PageLink href="/admin/usage" className={FOOT}>
            <Icon name="chart" />
            {texts.page.usage}
          </PageLink>
        )}
        <PageLink href="/settings/keys" className={FOOT}>
          <Icon name="gear" />
          {texts.page.settings}
        </PageLink>
        <span className="flex-1" />
        <ThemeToggle />
      </div>
    </div>
  )
}

const FOOT =
  'flex min-h-(--row) items-center gap-2 rounded-control px-2.5 text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11'

/** How high they stand, in rows: their heading, each of them, and the chats of those that are unfolded. */
function rowsOf(folders: readonly Label[], open: readonly string[]): number {
  return folders.reduce((rows, { name, listed }) => rows + 1 + (open.includes(name) ? listed : 0), 1)
}

/** Looks like the field that it opens. */
function SearchButton() {
  const { search } = useTexts().chats
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-(--row) min-w-0 flex-1 items-center gap-2 rounded-control border border-line-control bg-raised px-2.5 text-start text-muted hover:bg-surface hover:text-ink"
      onClick={() => offerOf('palette')?.run()}
    >
      <Icon name="search" />
      <span className="min-w-0 flex-1 truncate">{search}</span>
      <KeyHint keys={PAGE_KEYS.palette} />
    </button>
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
