'use client'

import { type ReactNode, type RefObject, useId } from 'react'
import type { Label } from '#lib/canonical/label.ts'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { WHOLE_LIST } from '../../_client/session-part.ts'
import { useSessionList } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { ChatList } from './chat-list.tsx'
import { ChatMark } from './chat-mark.tsx'
import { toggleFolder } from './open-folders.ts'

interface ListProps {
  /** What the list scrolls in. */
  scroller: RefObject<HTMLElement | null>
  /** A chat is open, whose stream says how it goes on. */
  live: boolean
  children: (session: SessionSummary) => ReactNode
}

/** The folders, each with its chats below it where it is unfolded. */
export function FolderList({
  folders,
  open,
  ...list
}: ListProps & { folders: readonly Label[]; open: readonly string[] }) {
  const { folders: heading } = useLateTexts().chat_actions
  return (
    <>
      <h2 className="flex h-(--pitch) items-end px-2 pb-1 font-semibold text-caption text-muted">{heading}</h2>
      {folders.map((folder) => (
        <Folder key={folder.name} folder={folder} isOpen={open.includes(folder.name)} {...list} />
      ))}
    </>
  )
}

function Folder({
  folder: { name, listed, running },
  isOpen,
  ...list
}: ListProps & { folder: Label; isOpen: boolean }) {
  const { folder_chats, running_chats } = useLateTexts().chat_actions
  const id = useId()
  return (
    <>
      <div className="flex h-(--pitch) flex-col">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          title={name}
          onClick={() => toggleFolder(name)}
          className="flex min-h-[calc(var(--row)-0.125rem)] pointer-coarse:min-h-11 items-center gap-2 rounded-control px-2 text-start hover:bg-hover"
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {name}
          </span>
          {/* Unfolded, the chat says it itself. */}
          {!isOpen && running > 0 && (
            <>
              <span className="sr-only"> {running_chats(running)}</span>
              <ChatMark state="running" />
            </>
          )}
          <span aria-hidden="true" className="text-caption text-muted">
            {listed}
          </span>
          <span className="sr-only"> {folder_chats(listed)}</span>
        </button>
      </div>
      {isOpen && (
        <div id={id} className="ps-5.5" style={{ minHeight: `calc(var(--pitch) * ${listed})` }}>
          <OpenFolder name={name} count={listed} {...list} />
        </div>
      )}
    </>
  )
}

function OpenFolder({ name, count, live, ...list }: ListProps & { name: string; count: number }) {
  const texts = useTexts()
  const chats = useSessionList({ ...WHOLE_LIST, folder: name }, { live })
  const { data, isError, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = chats
  if (isError && !data) {
    return (
      <div className="space-y-2 px-2 py-2 text-small">
        <p>{texts.chats.not_loaded}</p>
        <Button onClick={() => void refetch()}>{texts.page.try_again}</Button>
      </div>
    )
  }
  return (
    <>
      <ChatList
        sessions={data?.pages.flatMap((page) => page.sessions) ?? []}
        count={count}
        headings={false}
        onNearEnd={hasNextPage && !isFetching && !isFetchNextPageError ? () => void fetchNextPage() : null}
        {...list}
      />
      {isFetchNextPageError && (
        <Button className="mt-2 w-full" onClick={() => void fetchNextPage()}>
          {texts.chats.older}
        </Button>
      )}
    </>
  )
}
