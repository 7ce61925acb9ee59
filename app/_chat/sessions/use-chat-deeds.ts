'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionSummary } from '#lib/canonical/session.ts'
import { errorWords } from '../../_client/error-words.ts'
import { LABELS_KEY } from '../../_client/session-part.ts'
import { deleteSession, patchSession } from '../../_client/use-api.ts'
import { useLateTexts, useTexts } from '../../_texts/texts.ts'
import type { CommandId } from '../commands/command.ts'
import { runCommand } from '../commands/use-command.ts'
import { rememberDraft } from '../composer/draft-store.ts'
import { forgetSession } from './forget-session.ts'
import { updateLists } from './session-list.ts'
import { offerUndo } from './undoable.ts'

export type ChatDeeds = ReturnType<typeof useChatDeeds>

/** Does with a chat what its menu says, and knows what of it is open. See `ChatMenu`. */
export function useChatDeeds({
  session,
  title,
  current,
  neighbour = () => null,
  onRenamed,
  onLeave,
}: {
  session: SessionSummary
  title: string
  current: boolean
  neighbour?: (() => HTMLElement | null) | undefined
  onRenamed: () => void
  onLeave?: (() => void) | undefined
}) {
  const texts = useTexts()
  const words = useLateTexts().chat_actions
  const client = useQueryClient()
  const router = useRouter()
  const [mode, open] = useState<'idle' | 'renaming' | 'labelling' | 'sharing' | 'exporting'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => open('idle')

  /** `refocus`: the field that goes away had the focus. */
  function endRenaming(refocus: boolean) {
    flushSync(close)
    if (refocus) onRenamed()
  }

  async function rename(next: string, refocus: boolean) {
    endRenaming(refocus)
    if (next && next !== session.title) await change({ title: next }, words.not_renamed)
  }

  async function change(fields: Parameters<typeof patchSession>[1], otherwise: string) {
    try {
      updateLists(client, await patchSession(session.id, fields))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : otherwise)
    }
  }

  /** Out of this list: the row that takes its place has the focus then. */
  async function archive() {
    const next = neighbour()
    await change({ archived: !session.archived }, words.not_archived)
    next?.focus()
  }

  async function label(place: { folder: string | null; tags: string[] }) {
    const changed = await patchSession(session.id, place)
    close()
    updateLists(client, changed)
    await client.invalidateQueries({ queryKey: LABELS_KEY })
  }

  async function remove() {
    const next = neighbour()
    // First: the news of it may come before the answer.
    const remember = rememberDraft(session.id)
    try {
      await deleteSession(session.id)
    } catch (error) {
      setProblem(error instanceof Error ? errorWords(texts, error) : words.not_deleted)
      return
    }
    forgetSession(client, session.id)
    offerUndo({ kind: 'chat', id: session.id, title, wasOpen: current, remember })
    // Not a way back: there is nothing to go back to.
    if (current) router.replace('/')
    else next?.focus()
  }

  /** As by its name: the chat that is open carries it out. */
  function runHere(id: CommandId) {
    if (onLeave) flushSync(onLeave)
    runCommand(id)
  }

  return { mode, problem, open, close, endRenaming, rename, change, archive, label, remove, runHere }
}
