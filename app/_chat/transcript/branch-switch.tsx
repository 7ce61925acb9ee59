'use client'

import { useEffect, useRef, useState } from 'react'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { nearestSiblings } from '../../_client/branches.ts'
import { moveHead } from '../../_client/use-api.ts'
import { useTexts } from '../../_texts/texts.ts'
import { IconButton } from '../../_ui/icon-button.tsx'
import { LATE_ICONS } from '../../_ui/late-icons.ts'
import { offerOf } from '../commands/use-command.ts'
import { openComparison } from '../compare/compared.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { useIsBusy } from './use-ask-anew.ts'

/** Where the focus goes once the branch that was gone to is there: its switch is another element than the one pressed. */
let goingTo: { id: string; at: Place } | null = null

/** Where the switch of a question stands: under it, or under its answer, which is another one of the same question. */
type Place = 'question' | 'answer'

/** The versions of a question, each with what followed it; or of an answer, where a question was deleted. Going to one shows all of it, here and on every other page. */
export function BranchSwitch({ message: { id, role }, at = 'question' }: { message: PublicMessage; at?: Place }) {
  const texts = useTexts().transcript
  const words = at === 'answer' ? texts.answer_switch : texts
  const live = useLive()
  const place = useSessionState(({ places }) => places.get(id))
  const [going, setGoing] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const blocked = useIsBusy() || going

  useEffect(() => {
    if (goingTo?.id !== id || goingTo.at !== at) return
    goingTo = null
    group.current?.querySelector<HTMLElement>('button:not(:disabled):not([data-map])')?.focus()
  }, [id, at])

  if (!place) return null
  const { index, total } = place

  async function go(step: 1 | -1) {
    setGoing(true)
    try {
      const { messages, index: here } = await nearestSiblings(live.id, id)
      const target = messages[here + step]
      if (!target) return
      goingTo = { id: target.id, at }
      await moveHead(live.id, target.id)
    } catch (refused) {
      goingTo = null
      live.update((state) => ({ ...state, refused }))
    } finally {
      setGoing(false)
    }
  }

  /** With the one before it, or the one after where it is the first. */
  async function compare() {
    setGoing(true)
    try {
      const { messages, index: here } = await nearestSiblings(live.id, id)
      const other = messages[here - 1] ?? messages[here + 1]
      if (other) openComparison(live.id, [other.id, id].sort())
    } catch (refused) {
      live.update((state) => ({ ...state, refused }))
    } finally {
      setGoing(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={group}
      role="group"
      aria-label={words.versions}
      className="flex items-center text-caption text-muted tabular-nums"
    >
      <IconButton
        icon={LATE_ICONS['chevron-left']}
        label={words.previous_version}
        size={14}
        className={SMALL}
        disabled={blocked || index === 0}
        onClick={() => void go(-1)}
      />
      <button
        type="button"
        // The focus of whoever goes from version to version stays with the arrows.
        data-map=""
        title={texts.all_branches}
        aria-label={words.version_of(index + 1, total)}
        className="min-h-8 rounded-control px-1 hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        onClick={() => offerOf('branch_map')?.run()}
      >
        {index + 1}/{total}
      </button>
      <IconButton
        icon="chevron-right"
        label={words.next_version}
        size={14}
        className={SMALL}
        disabled={blocked || index === total - 1}
        onClick={() => void go(1)}
      />
      {/* What stands side by side are questions with their answers. */}
      {role === 'user' && at === 'question' && (
        <IconButton
          icon={LATE_ICONS.columns}
          label={texts.compare_versions}
          size={14}
          className={SMALL}
          disabled={going}
          onClick={() => void compare()}
        />
      )}
    </div>
  )
}

const SMALL = 'size-8! pointer-coarse:size-11! print:hidden'
