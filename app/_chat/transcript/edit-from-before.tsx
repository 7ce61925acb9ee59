'use client'

import { useMemo } from 'react'
import { useLateTexts } from '../../_texts/texts.ts'
import { goToMessage } from '../branches/go-to-message.ts'
import { focusComposerByKeyboard } from '../composer/composer-id.ts'
import { isBesidePath } from '../live/message-tree.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { forgetEdit } from './kept-edits.ts'
import { useKeptEdit } from './use-kept-edit.ts'

/** Says that a question is still being written anew, which may be far above, or on another branch, and leads there. */
export function EditFromBefore() {
  const words = useLateTexts().reading
  const live = useLive()
  useKeptEdit()
  const editing = useSessionState((state) => state.editing)
  const tree = useSessionState((state) => state.tree)
  const isAsking = useSessionState(({ asking }) => asking !== null)
  const edited = editing?.message_id
  /** As where another window has gone to another branch. */
  const isBeside = useMemo(() => edited !== undefined && isBesidePath(tree, edited), [tree, edited])
  if (!editing || isAsking || !(editing.isFromBefore || isBeside)) return null
  const { message_id, text } = editing

  function goOn() {
    live.update((state) => ({ ...state, editing: { message_id, text } }))
    const form = document.querySelector(`form[data-message="${CSS.escape(message_id)}"]`)
    // An address gives the focus to the turn that it leads to: where the field is here already, that has it.
    if (form) form.scrollIntoView?.({ block: 'center' })
    else goToMessage(message_id)
  }

  function discard() {
    forgetEdit(live.id, message_id)
    live.update((state) => ({ ...state, editing: null }))
    focusComposerByKeyboard()
  }

  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border border-line-strong bg-raised px-4 py-2.5 text-small"
    >
      <p className="min-w-0 flex-1 basis-64">{words.edit_from_before}</p>
      <button type="button" onClick={goOn} className={LINK}>
        {words.go_to_edit}
      </button>
      <button type="button" onClick={discard} className={LINK}>
        {words.discard_edit}
      </button>
    </div>
  )
}

const LINK = 'font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11'
