'use client'

import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { behindFirstScreen, useFirstScreen } from '../../_content/first-screen.ts'
import { lateComponent } from '../../_content/late-component.tsx'
import { latePart, useLatePart } from '../../_content/late-part.ts'
import { useHeldKeys } from '../../_content/use-held-keys.ts'
import { useTexts } from '../../_texts/texts.ts'
import { Button } from '../../_ui/button.tsx'
import { useCommand } from '../commands/use-command.ts'
import { focusComposerByKeyboard } from '../composer/composer-id.ts'
import { useLive, useSessionState } from '../live/use-live-session.ts'
import { AskedTurn } from './asked-turn.tsx'
import type { FindBarProps } from './find-bar.tsx'
import { FollowEnd } from './follow-end.tsx'
import { isPrintKey } from './is-print-key.ts'
import { isTurnKey } from './is-turn-key.ts'
import { JumpToEnd } from './jump-to-end.tsx'
import { sayWhereRead } from './place-of-reader.ts'
import { TurnList } from './turn-list.tsx'
import { wholePath } from './turn-rows.ts'
import { useFindKey } from './use-find-key.ts'
import { useOutline } from './use-outline.ts'
import { useReaderPlace } from './use-reader-place.ts'
import { useRowMessages } from './use-row-messages.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import { useTurnWindow } from './use-turn-window.ts'

const OriginLine = lateComponent(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.OriginLine))

const TURN_KEYS = latePart(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.TurnKeys))
const TurnKeys = lateComponent(TURN_KEYS)

const WHOLE_PRINT = latePart(behindFirstScreen(async () => (await import('./late-parts.ts')).PARTS.WholePrint))
const WholePrint = lateComponent(WHOLE_PRINT)

const FIND_BAR = latePart(async () => (await import('./find-bar.tsx')).FindBar)

/** Of a turn that was gone to, below the top of the view. */
const TURN_OFFSET = 16

interface TranscriptProps {
  /** Its texts and the names of models do. */
  looksAsItWill: boolean
  /** So many turns at its end are on the screen already, made by the server: what comes in their place is shown at once. */
  turnsOnScreen: number
}

export function Transcript({ looksAsItWill, turnsOnScreen }: TranscriptProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { path: end, known } = useSessionState((state) => state.tree)
  const asking = useSessionState((state) => state.asking)
  /** What is above the end is asked for behind it: to list ten thousand messages keeps the server as well. */
  const [isEndShown, setEndShown] = useState(false)
  const { ancestors, whole, ...outline } = useOutline(isEndShown)
  const path = useMemo(() => wholePath(ancestors, end, asking), [ancestors, end, asking])
  const [firstSeen] = useState(
    () => new Set(turnsOnScreen === 0 ? [] : path.rows.slice(-turnsOnScreen).map(({ id }) => id)),
  )
  const { atEnd, isSettled, scrollToEnd, follow, leaveEnd, isStuck } = useStickToEnd(scroller, content)
  const turns = useTurnWindow({ scroller, content, path, isStuck })
  const messages = useRowMessages(path, known, turns.span)
  const words = useTexts().transcript
  const isReady = looksAsItWill && (isSettled || turnsOnScreen > 0)
  const isAway = useReaderPlace({
    content,
    path,
    whole,
    goTo,
    place: () => (isStuck() ? null : turns.place()),
  })
  useEffect(() => {
    if (isReady) setEndShown(true)
  }, [isReady])
  const isShown = isReady && !isAway
  const { id } = useLive()
  useEffect(() => {
    if (isShown) sayWhereRead(id, atEnd)
  }, [id, isShown, atEnd])
  useFirstScreen(isShown)

  /** Somebody went to the beginning before it was known where that is. */
  const awaitsFirst = useRef(false)

  function goTo(index: number, offset: number, message?: string) {
    awaitsFirst.current = false
    leaveEnd()
    turns.goTo(index, offset, message)
  }

  function goToFirst() {
    goTo(0, TURN_OFFSET)
    awaitsFirst.current = !whole
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the beginning is known
  useLayoutEffect(() => {
    if (whole && awaitsFirst.current) goToFirst()
  }, [whole])

  function goToEnd() {
    awaitsFirst.current = false
    flushSync(turns.showEnd)
    scrollToEnd()
  }

  function jumpToEnd() {
    goToEnd()
    focusComposerByKeyboard()
  }

  function goBeside(id: string, step: -1 | 0 | 1): HTMLElement | null {
    const index = Math.max(0, (path.rowOf.get(id) ?? 0) + step)
    const row = path.rows[index]
    if (!row) return null
    goTo(index, TURN_OFFSET)
    return content.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"] > .turn`) ?? null
  }

  useCommand('latest', atEnd ? null : goToEnd)
  const find = useFindKey()
  useHeldKeys(useLatePart(TURN_KEYS) !== undefined, isTurnKey)
  useHeldKeys(useLatePart(WHOLE_PRINT) !== undefined, isPrintKey)

  /** Of a message that is shown already, only the end is left. */
  function goToFound(id: string) {
    const index = path.rowOf.get(id)
    if (index === undefined) return
    leaveEnd()
    if (!content.current?.querySelector(`[data-message="${CSS.escape(id)}"]`)) turns.goTo(index, TURN_OFFSET, id)
  }

  const asked = asking?.content
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question brings its author to the end, before it is painted
  useLayoutEffect(() => {
    if (!asked) return
    turns.showEnd()
    // In the frame that shows it, which lays out the page: here that would be done twice.
    requestAnimationFrame(scrollToEnd)
  }, [asked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows above are told of, the end is elsewhere
  useLayoutEffect(follow, [ancestors])

  const failed = outline.failed || messages.failed
  const ends = turns.span.end === path.rows.length
  return (
    <>
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px] print:h-auto print:overflow-visible"
      >
        <div
          ref={content}
          role="log"
          aria-label={words.conversation}
          aria-live="off"
          className={clsx('column relative pt-7 pb-10', !isShown && !failed && 'invisible')}
        >
          {turns.span.start === 0 && <OriginLine />}
          <div aria-hidden="true" style={{ height: turns.above }} />
          <TurnList
            path={path}
            known={known}
            span={turns.span}
            hasty={turns.hasty}
            whole={whole}
            heightOf={turns.heightOf}
            ends={!asked}
            firstSeen={firstSeen}
          />
          <div aria-hidden="true" style={{ height: turns.below }} />
          <FollowEnd follow={follow} />
          {asked && ends && <AskedTurn content={asked} number={whole ? path.rows.length + 1 : null} />}
        </div>
      </div>
      {find.isOpen && <Find content={content} goTo={goToFound} onShown={turns.letGo} onClose={find.close} />}
      <TurnKeys scroller={scroller} content={content} goToFirst={goToFirst} goToLast={goToEnd} goBeside={goBeside} />
      <WholePrint
        isOutlined={whole || outline.failed}
        path={path}
        showFirst={turns.showFirst}
        isWhole={() =>
          whole &&
          turns.span.start === 0 &&
          turns.span.end === path.rows.length &&
          path.ids.every((id) => known.has(id))
        }
      />
      {failed && (
        <div className="absolute inset-x-0 top-3 flex justify-center print:hidden">
          <Button
            className="shadow-float"
            onClick={() => {
              outline.retry()
              messages.retry()
            }}
          >
            {words.older_failed}
          </Button>
        </div>
      )}
      {!atEnd && <JumpToEnd onJump={jumpToEnd} />}
    </>
  )
}

/** It is loaded when somebody first looks for something. */
function Find(props: FindBarProps) {
  const FindBar = useLatePart(FIND_BAR)
  return FindBar ? <FindBar {...props} /> : null
}
