'use client'

import { clsx } from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../_ui/button.tsx'
import { Icon } from '../../_ui/icon.tsx'
import { Spinner } from '../../_ui/spinner.tsx'
import { pathWhileAsking } from '../live/asking.ts'
import { useSessionState } from '../live/use-live-session.ts'
import { AskedTurn } from './asked-turn.tsx'
import { groupTurns, modelOf } from './turn-group.ts'
import { TurnView } from './turn-view.tsx'
import { useOlderMessages } from './use-older-messages.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

export function Transcript() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const path = useSessionState((state) => state.tree.path)
  const asking = useSessionState((state) => state.asking)
  const { atEnd, scrollToEnd } = useStickToEnd(scroller, content)
  const { more, loading, load } = useOlderMessages(scroller, sentinel)
  const groups = groupTurns(pathWhileAsking(path, asking))

  const asked = asking?.content
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question brings its author to the end, before it is painted
  useLayoutEffect(() => {
    if (asked) scrollToEnd()
  }, [asked])

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px] print:h-auto print:overflow-visible"
      >
        <div
          ref={content}
          role="log"
          aria-label="Conversation"
          aria-live="off"
          className="column relative flex flex-col gap-14 pt-7 pb-10"
        >
          {more && (
            // Beside the text, not above it: in most chats there is nothing older, and nothing may move to find that out.
            <div
              ref={sentinel}
              className={clsx('flex justify-center text-muted', loading !== 'failed' && 'absolute inset-x-0 top-1')}
            >
              {loading === 'failed' && (
                <Button onClick={() => void load()}>Older messages could not be loaded. Try again</Button>
              )}
              {loading === 'loading' && (
                <span className="transition-opacity delay-300 starting:opacity-0">
                  <Spinner />
                </span>
              )}
            </div>
          )}
          {groups.map((group, index) => (
            <TurnView
              key={group.id}
              group={group}
              number={more ? null : index + 1}
              previousModel={modelOf(groups.slice(0, index).findLast(modelOf))}
              last={index === groups.length - 1}
            />
          ))}
          {asked && <AskedTurn content={asked} number={more ? null : groups.length + 1} />}
        </div>
      </div>
      {!atEnd && (
        <button
          type="button"
          onClick={scrollToEnd}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 inline-flex min-h-(--row) items-center gap-1.5 rounded-control border border-line-control bg-raised ps-2.5 pe-3.5 font-medium text-small shadow-float print:hidden hover:bg-surface"
        >
          <Icon name="arrow-down" size={16} />
          Jump to latest
        </button>
      )}
    </div>
  )
}
