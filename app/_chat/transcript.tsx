'use client'

import { useEffect, useRef } from 'react'
import { Button } from '../_ui/button.tsx'
import { Icon } from '../_ui/icon.tsx'
import { Spinner } from '../_ui/spinner.tsx'
import { groupTurns, modelOf } from './turn-group.ts'
import { TurnView } from './turn-view.tsx'
import { useSessionState } from './use-live-session.ts'
import { useOlderMessages } from './use-older-messages.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

export function Transcript() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)
  const messages = useSessionState((state) => state.messages)
  const { atEnd, scrollToEnd } = useStickToEnd(scroller, content)
  const { more, loading, load } = useOlderMessages(scroller, sentinel)
  const groups = groupTurns(messages)

  const question = groups.at(-1)?.question?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question brings its author to the end
  useEffect(scrollToEnd, [question])

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px]"
      >
        <div
          ref={content}
          role="log"
          aria-label="Conversation"
          aria-live="off"
          className="column flex flex-col gap-10 pt-6 pb-10"
        >
          {more && (
            <div ref={sentinel} className="flex h-9 items-center justify-center text-muted">
              {loading === 'failed' ? (
                <Button onClick={() => void load()}>Older messages could not be loaded. Try again</Button>
              ) : (
                <Spinner />
              )}
            </div>
          )}
          {groups.map((group, index) => (
            <TurnView
              key={group.id}
              group={group}
              previousModel={modelOf(groups.slice(0, index).findLast(modelOf))}
              last={index === groups.length - 1}
            />
          ))}
        </div>
      </div>
      {!atEnd && (
        <button
          type="button"
          onClick={scrollToEnd}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 inline-flex h-9 items-center gap-1.5 rounded-full border border-line bg-raised ps-3 pe-4 text-sm shadow-float hover:bg-bubble"
        >
          <Icon name="arrow-down" size={16} />
          Jump to latest
        </button>
      )}
    </div>
  )
}
