'use client'

import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ContentBlock } from '#lib/canonical/block.ts'
import type { PublicMessage } from '#lib/canonical/public-message.ts'
import { CITED_SOURCES } from '../_content/answer-view.tsx'
import { isCited } from '../_content/cited-text.ts'
import { useLookAhead } from '../_content/markdown.tsx'
import { groupTurns } from '../_content/turn-group.ts'
import { neverChanges } from '../_ui/never-changes.ts'
import { useLive, useSessionState } from './live/use-live-session.ts'

/**
 * Whether a tab begins with this page, as the server made it; else it was gone to from another. It stays so, so that the page
 * is not rendered once more only to learn that its scripts are there.
 */
export function useStartsHere(): boolean {
  const startsHere = useRef(false)
  return useSyncExternalStore(
    neverChanges,
    () => startsHere.current,
    () => {
      startsHere.current = true
      return true
    },
  )
}

/**
 * Whether the transcript is rendered. On the page that a tab begins with, once all that it shows is here: it is rendered
 * once then, and in pieces between which the browser has its turn, as nobody waits for one of them in particular.
 */
export function useBegun(startsHere: boolean, isReady: boolean, turnsOnScreen: number): boolean {
  const [isBegun, setBegun] = useState(!startsHere)
  const isAsked = useSessionState(({ asking }) => asking !== null)
  const live = useLive()
  const lookAhead = useLookAhead()
  useEffect(() => {
    if (!isReady || isBegun) return
    let isWanted = true
    // Whole, as the server shows them: what grew to that afterwards would move the page.
    if (lookAhead && turnsOnScreen > 0) {
      const blocks = lastBlocks(live.state.tree.path, turnsOnScreen)
      void lookAhead(textsOf(blocks), blocks.some(isCited) ? [CITED_SOURCES] : []).then(begin)
    } else begin()
    function begin() {
      if (isWanted) startTransition(() => setBegun(true))
    }
    return () => {
      isWanted = false
    }
  }, [isReady, isBegun, live, lookAhead, turnsOnScreen])
  useEffect(() => {
    if (isAsked) setBegun(true)
  }, [isAsked])
  return isBegun || isAsked
}

/** Of the answers of the last turns, the last one first. */
function lastBlocks(messages: readonly PublicMessage[], turns: number): ContentBlock[] {
  const answers = groupTurns(messages)
    .slice(-turns)
    .flatMap((turn) => turn.answers)
  return answers.flatMap(({ content }) => content).reverse()
}

function textsOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
}
