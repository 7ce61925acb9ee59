'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { errorWords } from '../../_client/error-words.ts'
import { restoreMessages, restoreSession } from '../../_client/restore.ts'
import { ApiError } from '../../_client/use-api.ts'
import { type LateTexts, useLateTexts, useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { focusComposer, focusComposerByKeyboard } from '../composer/composer-id.ts'
import { updateLists } from './session-list.ts'
import {
  type DeletedChat,
  dropUndo,
  endUndo,
  holdUndo,
  noUndoables,
  resumeUndo,
  subscribeUndoables,
  type Undoable,
  undoables,
} from './undoable.ts'

/** Says what was deleted, and brings it back. */
export function UndoBar({ className }: { className?: string }) {
  const texts = useTexts()
  const { page } = texts
  const words = useLateTexts().chat_actions
  const client = useQueryClient()
  const router = useRouter()
  const deletions = useSyncExternalStore(subscribeUndoables, undoables, noUndoables)
  const [problem, setProblem] = useState<string | null>(null)
  const last = deletions.at(-1)

  /** The last one first: an earlier one may be what it hung on. */
  async function undo() {
    holdUndo()
    try {
      for (const deletion of deletions.toReversed()) {
        await bringBack(deletion)
        if (deletion !== deletions[0]) dropUndo(deletion)
      }
    } catch (error) {
      const isOrder = error instanceof ApiError && error.code === 'deleted_since'
      setProblem(isOrder ? errorWords(texts, error) : words.not_restored)
      return
    }
    setProblem(null)
    flushSync(endUndo)
    goBack(deletions.filter((deletion) => deletion.kind === 'chat'))
  }

  async function bringBack(deletion: Undoable) {
    if (deletion.kind === 'messages') {
      await restoreMessages(deletion.session_id, deletion.deletion_id)
      return
    }
    const session = await restoreSession(deletion.id)
    deletion.remember()
    updateLists(client, session)
  }

  function goBack(chats: readonly DeletedChat[]) {
    const open = chats.find(({ wasOpen }) => wasOpen)
    const id = chats.at(-1)?.id
    if (open) router.push(`/c/${open.id}`)
    // Its row is there once the list has been told.
    else if (id) setTimeout(() => document.querySelector<HTMLElement>(`nav a[href="/c/${id}"]`)?.focus())
    else focusComposerByKeyboard()
  }

  function dismiss() {
    setProblem(null)
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
            {problem ?? deletedWords(words, deletions)}
          </span>
          <button
            type="button"
            className="min-h-8 shrink-0 rounded-control px-2 font-semibold text-accent hover:bg-hover pointer-coarse:min-h-11"
            onClick={() => void undo()}
          >
            {problem === null ? words.undo : page.try_again}
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

function deletedWords(words: LateTexts['chat_actions'], deletions: readonly Undoable[]): string {
  const chats = deletions.filter(({ kind }) => kind === 'chat').length
  if (chats === deletions.length) return words.deleted(chats)
  // Chats and messages have no word together.
  if (chats > 0) return words.deleted(1)
  const parts = deletions.filter((deletion) => deletion.kind === 'messages')
  const [only] = parts
  if (parts.length === 1 && only && only.what !== 'branch') return words.deleted_part[only.what]
  return words.deleted_messages(parts.reduce((sum, { count }) => sum + count, 0))
}
