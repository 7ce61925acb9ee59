'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { restoreSession } from '../../_client/use-api.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { focusComposer } from '../composer/composer-id.ts'
import {
  type DeletedChat,
  deletedChats,
  endUndo,
  holdUndo,
  noDeletedChats,
  resumeUndo,
  subscribeDeleted,
} from './deleted-chats.ts'
import { updateLists } from './session-list.ts'

/** Says what was deleted, and brings it back. */
export function UndoBar({ className }: { className?: string }) {
  const { page, chats: words } = useTexts()
  const client = useQueryClient()
  const router = useRouter()
  const chats = useSyncExternalStore(subscribeDeleted, deletedChats, noDeletedChats)
  const [failed, setFailed] = useState(false)
  const last = chats.at(-1)

  async function undo() {
    holdUndo()
    try {
      for (const chat of chats) await bringBack(chat)
    } catch {
      setFailed(true)
      return
    }
    setFailed(false)
    flushSync(endUndo)
    const open = chats.find(({ wasOpen }) => wasOpen)
    if (open) router.push(`/c/${open.id}`)
    // Its row is there once the list has been told.
    else setTimeout(() => document.querySelector<HTMLElement>(`nav a[href="/c/${last?.id}"]`)?.focus())
  }

  async function bringBack({ id, remember }: DeletedChat) {
    const session = await restoreSession(id)
    remember()
    updateLists(client, session)
  }

  function dismiss() {
    flushSync(endUndo)
    focusComposer()
  }

  return (
    <div aria-live="polite" className={clsx('print:hidden', className)}>
      {last && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at it
        <div
          className="mx-3 mb-2 flex min-h-(--row) items-center gap-2 rounded-card border border-line-strong bg-raised ps-3 pe-1 text-small shadow-float"
          onFocus={holdUndo}
          onBlur={resumeUnlessHeld}
          onPointerEnter={holdUndo}
          onPointerLeave={resumeUnlessHeld}
        >
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {failed ? words.not_restored : words.deleted(chats.length)}
          </span>
          <button
            type="button"
            className="min-h-8 shrink-0 rounded-control px-2 font-semibold text-accent hover:bg-hover pointer-coarse:min-h-11"
            onClick={() => void undo()}
          >
            {failed ? page.try_again : words.undo}
          </button>
          <IconButton
            icon="close"
            size={14}
            label={page.dismiss}
            className="size-8! pointer-coarse:size-11!"
            onClick={dismiss}
          />
        </div>
      )}
    </div>
  )
}

/** The pointer may be over it still, or the focus in it. */
function resumeUnlessHeld({ currentTarget }: { currentTarget: Element }): void {
  if (!currentTarget.matches(':hover, :focus-within')) resumeUndo()
}
